# Builds bench/lab's set-up with SimGrid's MPI, in the folder that simulator_test.cmake uses too. Each rank has 64 vertices,
# in chunks of 512. From 64 to 512 ranks no cost of a step may grow 2.25 times, the square of that of log2(ranks). A
# list of all ranks would grow 8 times.
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

run(${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK} -G ${GENERATOR} -D CMAKE_CXX_COMPILER=${CXX} -D CMAKE_BUILD_TYPE=Release
  -D CMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER} -D PARTITA_SIMULATE=ON)
run(${CMAKE_COMMAND} --build ${WORK} --target lab_setup --parallel 2)
foreach(ranks 64 512)
  run(${WORK}/bench/lab/setup/lab_setup ${ranks} 64 512 OUTPUT_FILE ${WORK}/setup_on_${ranks}.csv)
endforeach()
run(${PYTHON} ${SOURCE}/bench/lab/growth --check ${WORK}/setup_on_64.csv ${WORK}/setup_on_512.csv)
