# The types of handles, and the procedures that take nothing but a handle. They differ by names alone.

# partita_write_handles(FORTRAN CPP): the sources of the module partita_handles, and of what it calls.
function(partita_write_handles fortran cpp)
  set(types "")
  foreach(type pattern exchange table loop remap scheduling_table)
    set(layout "")
    if(type STREQUAL "exchange")
      set(layout "      integer(c_int) :: layout = 0\n")
    endif()
    string(APPEND types "   type, bind(c) :: partita_${type}\n      private\n"
      "      type(c_ptr) :: handle = c_null_ptr\n${layout}   end type\n\n")
  endforeach()

  set(interfaces "")
  set(definitions "")
  foreach(call "pattern_free pattern pattern" "exchange_free exchange exchange" "exchange_verify exchange exchange"
      "finish_gather exchange exchange" "finish_scatter exchange exchange" "table_free table table" "loop_free loop loop"
      "remap_free remap remap" "nice_finish table scheduling_table" "nice_free table scheduling_table")
    string(REGEX MATCH "(.*) (.*) (.*)" call ${call})
    set(name ${CMAKE_MATCH_1})
    set(object ${CMAKE_MATCH_2})
    set(type ${CMAKE_MATCH_3})
    if(name MATCHES "_free$")
      set(intent inout)
      set(const "")
      set(handle "&it->handle")
    else()
      set(intent in)
      set(const "const ")
      set(handle "it->handle")
    endif()
    string(APPEND interfaces "      subroutine partita_${name}(${object}, error) bind(c, name='partita_f_${name}')\n"
      "         import\n         type(partita_${type}), intent(${intent}) :: ${object}\n"
      "         integer(c_int), intent(out), optional :: error\n      end subroutine\n\n")
    string(APPEND definitions "void partita_f_${name}(${const}Handle<partita_${type}>* it, int* error) {\n"
      "  report(partita_${name}(${handle}), error);\n}\n\n")
  endforeach()
  configure_file(handles.F90.in ${fortran} @ONLY)
  configure_file(handles.cpp.in ${cpp} @ONLY)
endfunction()
