program fortran_interface_test
#ifdef PARTITA_FORTRAN_ASSUMED_RANK
   use any_arrays_test
#endif
   use checks
   use components_test
   use errors_test
   use exchanges_test
   use inspector_errors_test
   use loops_test
   use nice_test
   use patterns_test
   use plans_test
   use remaps_test
   use sums_test
   use tables_test
   implicit none
   call start()
   call patterns_are_as_specified()
   call exchanges_are_as_specified()
   call components_are_as_specified()
#ifdef PARTITA_FORTRAN_ASSUMED_RANK
   call any_arrays_are_as_specified()
#endif
   call plans_are_as_specified()
   call sums_are_as_specified()
   call errors_are_as_specified()
   call tables_are_as_specified()
   call loops_are_as_specified()
   call remaps_are_as_specified()
   call nice_is_as_specified()
   call inspector_errors_are_as_specified()
   call finish()
end program fortran_interface_test
