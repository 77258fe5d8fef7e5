# Builds bench/lab's simulator with SimGrid's MPI, in a folder that is kept from run to run, replays a few cells of 32
# ranks, and holds the predictions against them. And of two ranks that send to each other, what takes how long:
#
#   ipsc860   a message of 1000 bytes 95 + 394 + 10.3 us, the two along with each other. pairwise_sync: a signal takes
#             105.3, and 95 to take in. lock: so do inquiry and answer, and again what frees the receiver and its answer.
#   cm5       a message of 4500 bytes 55 + 1000 + 5 us, as both ways share 9 MB/s; 450 more that nobody waits for.
#             ready_signal: signals of 110, sent and taken in. lock: inquiry and answer 20 each, twice. Its own barrier
#             takes no time where there is one phase.
#   torus     10000 bytes over a link of 5 GB/s: 1.2 + 2 + 0.1 + 0.3 us. ethernet: 0.5 + 1 + 5 us within a host.
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

set(exactly ${CMAKE_CURRENT_LIST_DIR}/simulated_exactly.csv)
run(${WORK}/bench/lab/simulator/lab_simulator ${exactly} OUTPUT_FILE ${WORK}/simulated_of_two.csv)
run(${PYTHON} ${SOURCE}/bench/lab/compare --least 1 --within 0.0001 ${exactly} ${WORK}/simulated_of_two.csv)
