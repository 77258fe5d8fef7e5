# Builds bench/lab's simulator with SimGrid's MPI, in a folder kept between runs. Replays a few cells of 32 ranks and
# compares the predictions. Then two ranks (or four) send to each other, with these expected times:
#
#   ipsc860   a message of 1000 bytes takes 95 + 394 + 10.3 us, both at the same time; post_all: 164 + 398 + 29.9, as
#             it reserves room. pairwise_sync: a signal takes 95.3. lock: so do inquiry and answer, and again the release of the receiver and its answer.
#   round     a message of 4500 bytes takes 55 + 1000 + 5 us, as both ways share 9 MB/s, and 450 more if not awaited.
#   numbers   ready_signal: signals of 110, to send and to receive. lock: inquiry and answer 20 each, twice; they come
#             when no message is under way. Its own barrier takes no time in a single phase, and 5 between two.
#             standard_exchange: two messages of 2250 bytes, the second with 1125 of others, copied in 112.5.
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

set(exactly ${WORK}/simulated_exactly.csv)
configure_file(${CMAKE_CURRENT_LIST_DIR}/simulated_exactly.csv.in ${exactly} @ONLY)
run(${WORK}/bench/lab/simulator/lab_simulator ${exactly} OUTPUT_FILE ${WORK}/simulated_of_two.csv)
run(${PYTHON} ${SOURCE}/bench/lab/compare --least 1 --within 0.0001 ${exactly} ${WORK}/simulated_of_two.csv)
