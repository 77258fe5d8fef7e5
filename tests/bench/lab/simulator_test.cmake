# Builds bench/lab's simulator with SimGrid's MPI, in a folder that is kept from run to run, replays a few cells of 32
# ranks, and holds the predictions against them.
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

run(${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK} -G ${GENERATOR} -D CMAKE_CXX_COMPILER=${CXX} -D CMAKE_BUILD_TYPE=Release
  -D CMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER} -D PARTITA_SIMULATE=ON)
run(${CMAKE_COMMAND} --build ${WORK} --target lab_simulator lab_model --parallel 2)
set(cells ${CMAKE_CURRENT_LIST_DIR}/simulator_cells.csv)
run(${WORK}/bench/lab/lab_model ${cells} OUTPUT_FILE ${WORK}/predicted.csv)
run(${WORK}/bench/lab/simulator/lab_simulator ${cells} OUTPUT_FILE ${WORK}/simulated.csv)
run(${PYTHON} ${SOURCE}/bench/lab/compare --least 0.9 ${WORK}/predicted.csv ${WORK}/simulated.csv)
