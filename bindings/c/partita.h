#ifndef PARTITA_H
#define PARTITA_H
/*! \file Partita for C, and for all that calls C: patterns from what a code has or from the inspector, exchanges,
 * NICE's primitives, exact sums.
 *
 *     partita_pattern* nodes;
 *     partita_exchange* halo;
 *     partita_pattern_from_lists(comm, 0, n_recv, recv_rank, recv_ptr, recv_list,
 *                                n_send, send_rank, send_ptr, send_list, &nodes);
 *     partita_exchange_new(nodes, "nodes", "", &halo);
 *     for (...) {
 *       partita_field t = partita_rows(PARTITA_DOUBLE, temperature, n_local, levels);
 *       partita_gather(halo, 1, &t);
 *     }
 *     partita_exchange_free(&halo);
 *     partita_pattern_free(&nodes);
 *
 * Every function that returns int returns PARTITA_OK, or a code; partita_error() then says in one sentence what
 * is wrong and where. Outputs are written only if the call succeeds. No exception leaves a call.
 *
 * Collective calls are made by all ranks of the pattern's communicator, in the same order. Handles made on
 * one communicator are freed before it is, before MPI_Finalize, and before a plugin that holds Partita is
 * unloaded. With MPI_THREAD_MULTIPLE, different threads may use different exchanges at once, if these are on
 * different communicators; otherwise one thread calls at a time. */
#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  PARTITA_OK = 0,
  PARTITA_ERROR = 1,            /*!< on this rank */
  PARTITA_COLLECTIVE_ERROR = 2  /*!< on every rank, with the same sentence */
};

/*! What the last call of this thread that failed found wrong. Valid until the next call that fails. */
const char* partita_error(void);

/*! "0.2.0". */
const char* partita_version(void);

/*! Version, commit, MPI and what Partita was built with, in three lines. MPI need not run. */
const char* partita_build(void);

/*! Takes a sentence that the library says because no call returns it. It calls neither MPI nor Partita. */
typedef void (*partita_message_sink)(const char* sentence);

/*! Gives all such sentences of this process to `sink`, on any thread; to stderr if it is NULL, as at the start. */
void partita_set_message_sink(partita_message_sink sink);

/*! \name Patterns: the entities that ranks send to each other, and the places where they land
 * A pattern never changes. Exchanges made from it may outlive it. @{ */
typedef struct partita_pattern partita_pattern;

/*! From the lists of an exchange written by hand. The k-th place that this rank sends to another is copied to the
 * k-th place that the other receives from it. Collective: two sparse exchanges.
 *
 * @param base 0 or 1: number of the first place, and of the first element of the pointers
 * @param n_recv number of neighbours to receive from, in any order
 * @param recv_rank their ranks
 * @param recv_ptr n_recv + 1 numbers: neighbour k has the entries recv_ptr[k] to recv_ptr[k + 1] - 1 of recv_list
 * @param recv_list places of entities; each is received once
 * @param n_send, send_rank, send_ptr, send_list the same of what is sent; places may be sent several times */
int partita_pattern_from_lists(MPI_Comm comm, int base, int n_recv, const int* recv_rank, const int* recv_ptr,
                               const int* recv_list, int n_send, const int* send_rank, const int* send_ptr,
                               const int* send_list, partita_pattern** pattern);

/*! From the owner of each of n entities, and its place there. Collective.
 * @param base 0 or 1: number of the first place */
int partita_pattern_from_owners(MPI_Comm comm, int base, int n, const int* owner, const int* place_on_owner,
                                partita_pattern** pattern);

/*! From the global numbers of n entities: any numbers, with gaps. Collective.
 * @param owner of each; NULL on all ranks: the lowest rank that has the number */
int partita_pattern_from_ids(MPI_Comm comm, int n, const int64_t* id, const int* owner, partita_pattern** pattern);

/*! Between n entities here and an array on rank `root` that has those of all ranks: for partita_collect and
 * partita_distribute. Collective.
 * @param place of each entity in that array, from 0; negative: of an entity that is left out */
int partita_pattern_from_root(MPI_Comm comm, int root, int n, const int64_t* place, partita_pattern** pattern);

/*! Sets *pattern to NULL. Exchanges made with it stay. Collective if it is the last handle on its communicator. */
int partita_pattern_free(partita_pattern** pattern);
/*! @} */

/*! \name The inspector: from global numbers to patterns
 * @{ */

/*! Translation table: the rank that owns each of the global numbers of a set, and the value's place there. Global
 * numbers are consecutive; each has one owner. */
typedef struct partita_table partita_table;

/*! From the global numbers of the values that this rank owns, in local order. Collective.
 * @param base 0 or 1: the first global number and the first local place, in every call with this table */
int partita_table_from_owned(MPI_Comm comm, int base, int owned, const int64_t* global, partita_table** table);

/*! From a partition vector, of which every rank has a share, any: the shares in rank order give the owner of every
 * global number. Owners have their values in ascending order. Collective. */
int partita_table_from_parts(MPI_Comm comm, int base, ptrdiff_t n, const int* part, partita_table** table);

/*! Number of values that this rank owns. Not collective. */
int partita_table_owned(const partita_table* table, int* owned);

/*! Their global numbers, in local order. Not collective. */
int partita_table_global(const partita_table* table, int64_t* global);

/*! The owner of each of n global numbers, and its place there. Collective. */
int partita_table_locate(const partita_table* table, ptrdiff_t n, const int64_t* global, int* owner, int* place);

/*! Sets *table to NULL. Patterns and loops made with it stay. Collective as partita_pattern_free. */
int partita_table_free(partita_table** table);

/*! Numbers the values of other ranks that global numbers refer to as ghosts, behind the owned values. Collective.
 * @param references n global numbers, any, with repetitions
 * @param local n places: where each reference is found, owned values first, then ghosts
 * @param ghosts number of ghosts */
int partita_localize(const partita_table* table, ptrdiff_t n, const int64_t* references, int* local, int* ghosts,
                     partita_pattern** pattern);

/*! A loop whose iterations any rank may bring: inspected, it has the iterations that this rank executes. */
typedef struct partita_loop partita_loop;

/*! From the iterations of a loop to the values of one set: iteration k of this rank's share refers to the values
 * entries[k * arity] to entries[(k + 1) * arity - 1]. */
typedef struct {
  const char* name;  /*!< for sentences */
  const partita_table* table;
  int arity;
  const int64_t* entries;
} partita_index_array;

/*! The rank that executes an iteration: the owner of its first reference, the owner of most of its references, or
 * every owner of one (then owned values need no scatter). */
typedef enum { PARTITA_FIRST_OWNER = 1, PARTITA_MAJORITY, PARTITA_BOTH_SIDES } partita_execution;

/*! Inspects a loop over this rank's share of `iterations`, any share, with one index array or several. Index arrays
 * with one table share its ghosts. Every rank gives the same names, tables and arities. Collective. */
int partita_inspect(MPI_Comm comm, const char* name, partita_execution execution, ptrdiff_t iterations, int arrays,
                    const partita_index_array* array, partita_loop** loop);

/*! The same loop for index arrays that have changed in a few iterations, or in their number. Looks up, and tells
 * other ranks, only the differences. Tables as before. If it fails, the loop is as it was. Collective. */
int partita_update(partita_loop* loop, ptrdiff_t iterations, int arrays, const partita_index_array* array);

/*! The same if the program knows which iterations refer to other values. The work is linear in these; index arrays of
 * tables that count from 1 are read once. With PARTITA_CHECK=1, an iteration that differs and is not named is an error.
 * If `changed` or `array` itself cannot be read, or a place is below the first, the loop is as it was. After any other
 * failure it can only be freed. Collective.
 * @param changed places in this rank's share, n of them, counted as the tables count. New iterations at its end need no
 * name */
int partita_update_named(partita_loop* loop, ptrdiff_t iterations, int arrays, const partita_index_array* array,
                         ptrdiff_t n, const int* changed);

/*! Number of iterations that this rank executes. Not collective. */
int partita_loop_iterations(const partita_loop* loop, ptrdiff_t* iterations);

/*! Their local places through index array `array` (from 0), `arity` for each: owned values, then ghosts. Not
 * collective. */
int partita_loop_places(const partita_loop* loop, int array, int* local);

/*! The pattern of the set that index array `array` points into, and its number of ghosts. Not collective. */
int partita_loop_pattern(const partita_loop* loop, int array, int* ghosts, partita_pattern** pattern);

/*! Brings one value for each iteration of this rank's share (a normal, a length) to the ranks that execute it.
 * Collective.
 * @param bytes of a value
 * @param values one for each iteration of the share, side by side
 * @param taken one for each iteration executed here */
int partita_loop_take(const partita_loop* loop, size_t bytes, const void* values, void* taken);

/*! Sets *loop to NULL. Collective as partita_pattern_free. */
int partita_loop_free(partita_loop** loop);

/*! Remap: moves items to new owners, and back (the light-weight schedule of CHAOS). */
typedef struct partita_remap partita_remap;

/*! Item k of n goes to rank owner[k]. Items arrive ascending by the rank they come from, then by place there.
 * Collective. */
int partita_remap_new(MPI_Comm comm, ptrdiff_t n, const int* owner, partita_remap** remap);

/*! Number of items that arrive here. Not collective. */
int partita_remap_arriving(const partita_remap* remap, ptrdiff_t* items);

/*! Moves values of `bytes` bytes side by side: forward from n to as many as arrive, backward the other way.
 * Collective. */
int partita_remap_forward(const partita_remap* remap, size_t bytes, const void* from, void* to);
int partita_remap_backward(const partita_remap* remap, size_t bytes, const void* from, void* to);

/*! Sets *remap to NULL. Collective as partita_pattern_free. */
int partita_remap_free(partita_remap** remap);
/*! @} */

/*! \name Fields: memory as it lies
 * @{ */
typedef enum {
  PARTITA_INT8 = 1, PARTITA_INT16, PARTITA_INT32, PARTITA_INT64, PARTITA_FLOAT, PARTITA_DOUBLE,
  PARTITA_COMPLEX_FLOAT, PARTITA_COMPLEX_DOUBLE
} partita_type;

/*! Values of entities. Entity e (from 0) lies at data + e * stride, in blocks at data + (e / block) * block_stride +
 * (e % block) * stride. It has up to three dimensions of values. All strides are in bytes. */
typedef struct {
  void* data;
  partita_type type;
  ptrdiff_t entities;    /*!< that there is room for, to be checked; negative: not known */
  ptrdiff_t stride;      /*!< from entity to entity */
  ptrdiff_t extents[3];  /*!< values of one entity, per dimension; 1 where there is none */
  ptrdiff_t strides[3];  /*!< from value to value, per dimension */
  ptrdiff_t block;       /*!< entities in a block (nproma); 0: no blocks */
  ptrdiff_t block_stride;
  const int* counts;     /*!< entity e has only the first counts[e] values of its last dimension; NULL: all of them.
                              For exchanges of partita_exchange_of */
} partita_field;

/*! Entity after entity, each with `values` values side by side: C's a[entities][values]. */
partita_field partita_rows(partita_type type, void* data, ptrdiff_t entities, ptrdiff_t values);

/*! Value after value, each of all entities: C's a[values][entities]. */
partita_field partita_columns(partita_type type, void* data, ptrdiff_t entities, ptrdiff_t values);

/*! Blocks of nproma entities, in each value after value: C's a[blocks][values][nproma]. */
partita_field partita_blocks(partita_type type, void* data, ptrdiff_t nproma, ptrdiff_t values, ptrdiff_t blocks);
/*! @} */

/*! \name Exchanges
 * @{ */
typedef struct partita_exchange partita_exchange;

/*! Plans the exchange, once. Collective.
 * @param name for PARTITA_PLAN and for sentences
 * @param plan words for a plan, such as "colouring ready_signal mpi"; "": chosen for values of 512 bytes an entity,
 *   "bytes=8" for those of 8. PARTITA_PLAN counts before them */
int partita_exchange_new(const partita_pattern* pattern, const char* name, const char* plan,
                         partita_exchange** exchange);

/*! The same for fields that are known: each of a pattern of its own (nodes and elements, several halo widths), or with
 * counts that differ from entity to entity. All travel in one message per neighbour. Every call on the exchange takes
 * as many fields of these shapes; their data may be elsewhere, and they need not bring the counts again.
 * @param patterns one for each field, all on one communicator
 * @param field their shapes; `counts` stay where they are, as long as the exchange */
int partita_exchange_of(int fields, const partita_pattern* const* patterns, const partita_field* field,
                        const char* name, const char* plan, partita_exchange** exchange);

/*! Sets *exchange to NULL. Nothing may be under way. With PARTITA_CACHE, saves the plan if a race has found it.
 * Collective. */
int partita_exchange_free(partita_exchange** exchange);

/*! Algorithm, protocol, and why; of an exchange that races plans, what it has tried. Valid until it is asked again. */
const char* partita_exchange_plan(const partita_exchange* exchange);

/*! Saves the exchange's plan for later runs on the same mesh and number of ranks, whose words for a plan are
 * "load=FILE". The file is HDF5, and whole or absent. The program links partita::schedule_files. Collective. */
int partita_exchange_save(const partita_exchange* exchange, const char* file);

/*! Checks the schedule of all ranks, and its reverse: no rank sends or receives twice in a phase, and every value
 * arrives once. Rank 0 needs memory for all of it. An error says what is wrong. Collective. */
int partita_exchange_verify(const partita_exchange* exchange);

/*! Entities 0 to n-1 (or from 1) of the exchange's fields are owned here, and have these global numbers, from any base.
 * Negative: another rank computes the entity, too, and numbers it. Records of PARTITA_RECORD name values by them. Not
 * collective. */
int partita_exchange_number(partita_exchange* exchange, ptrdiff_t n, const int64_t* global);

/*! With PARTITA_RECORD=FILE, writes fingerprints of the owned values of fields; else nothing. Collective then.
 * @param name what has just been done: "after limiter" */
int partita_mark(partita_exchange* exchange, const char* name, int fields, const partita_field* field);

/*! Compares the first copy of every ghost with its owner's value. If one differs, the error names it on all ranks. Collective. */
int partita_check_ghosts(partita_exchange* exchange, const char* name, int fields, const partita_field* field);

/*! Owner -> copies. Several fields, of any types and shapes, travel in one message per neighbour; every rank gives
 * the same types and shapes. Collective over the neighbours, as all calls below.
 *
 * Between begin and finish, copies may not be read nor what is sent be written. A gather and a scatter of one
 * exchange may be under way at once, and any number of exchanges. */
int partita_gather(partita_exchange* exchange, int fields, const partita_field* field);
int partita_begin_gather(partita_exchange* exchange, int fields, const partita_field* field);
int partita_finish_gather(partita_exchange* exchange);

typedef enum { PARTITA_ADD = 1, PARTITA_MIN, PARTITA_MAX, PARTITA_REPLACE } partita_operation;

/*! Copies -> owner: each owner's value is combined with its copies, ascending by the rank that they come from, so
 * with the same bits whatever the plan. Copies stay as they are. */
int partita_scatter(partita_exchange* exchange, partita_operation operation, int fields, const partita_field* field);
int partita_begin_scatter(partita_exchange* exchange, partita_operation operation, int fields,
                          const partita_field* field);
int partita_finish_scatter(partita_exchange* exchange);

/*! Where what is owned lies in an array, and the copies in a field of their own: array -> field (distribute) and
 * back (collect). Both are of the same type and values an entity. `array` counts only where something is sent.
 *
 * By a pattern from partita_pattern_from_root, the array is that of the root. Of several ranks that have one entity
 * the highest counts; the root, if no other has it. By a pattern from lists, array and field may be the buffers that
 * a program packs and unpacks; the lists number the entities of each from the base. A begun distribute is finished as
 * a gather, a begun collect as a scatter. */
int partita_collect(partita_exchange* exchange, int fields, const partita_field* array, const partita_field* field);
int partita_begin_collect(partita_exchange* exchange, int fields, const partita_field* array,
                          const partita_field* field);
int partita_distribute(partita_exchange* exchange, int fields, const partita_field* array,
                       const partita_field* field);
int partita_begin_distribute(partita_exchange* exchange, int fields, const partita_field* array,
                             const partita_field* field);

/*! A scatter by a function of one's own, called for one value after the other. */
typedef void (*partita_combine)(void* owned, const void* contribution, partita_type type, void* context);
int partita_scatter_with(partita_exchange* exchange, partita_combine combine, void* context, int fields,
                         const partita_field* field);
/*! @} */

/*! \name NICE's primitives: messages in buffers of the program
 * Wang, Lin, Ranka, "NICE", 1993, section 4. @{ */
typedef struct partita_scheduling_table partita_scheduling_table;

/*! The scheduling primitive. Collective.
 * @param n ranks to send to, ascending
 * @param length units for each, at least 1
 * @param plan words for a plan, such as "rs_nh"; "": chosen. PARTITA_PLAN counts before them, as for the exchange
 *   "nice" */
int partita_nice_schedule(MPI_Comm comm, int n, const int* rank, const int64_t* length, const char* plan,
                          partita_scheduling_table** table);

/*! Number of ranks that send to this one. Not collective. */
int partita_nice_sources(const partita_scheduling_table* table, int* n);

/*! These ranks, ascending, and the units from each. Not collective. */
int partita_nice_source_vector(const partita_scheduling_table* table, int* rank, int64_t* length);

/*! Units of one message that travel together in a phase. Phases, ranks and offsets count from 0. A message of a phase is
 * one piece, or several from `two_stage` and other schedules that relay. */
typedef struct {
  int phase;
  int partner;    /*!< the rank at the other end: it receives what is sent, and sends what is received */
  int origin;     /*!< the units are of the buffer of this rank ... */
  int target;     /*!< ... for that one. Relays send units of others */
  int64_t offset; /*!< of the first unit in that buffer */
  int64_t length; /*!< units */
} partita_nice_piece;

/*! Number of phases, and of pieces that this rank sends and receives. Not collective. */
int partita_nice_phases(const partita_scheduling_table* table, int* phases, int* sends, int* receives);

/*! These pieces, ascending by phase: the communication phase table (CPT) of this rank. Not collective. */
int partita_nice_phase_table(const partita_scheduling_table* table, partita_nice_piece* sends,
                             partita_nice_piece* receives);

/*! The communication primitive: one buffer for each destination and each source, in their order, of as many units
 * of `bytes` bytes as the lengths say. Collective, as begin and finish, between which outgoing buffers may not be
 * written, and incoming ones not be touched. */
int partita_nice_communicate(partita_scheduling_table* table, size_t bytes, const void* const* outgoing,
                             void* const* incoming);
int partita_nice_begin(partita_scheduling_table* table, size_t bytes, const void* const* outgoing,
                       void* const* incoming);
int partita_nice_finish(partita_scheduling_table* table);

/*! Sets *table to NULL. Collective as partita_pattern_free. */
int partita_nice_free(partita_scheduling_table** table);
/*! @} */

/*! \name Sums with the same bits on any number of ranks
 * Exact until they are rounded, once. Collective: one reduction; without any handle on `comm` also a duplicate of it,
 * which costs far more.
 *
 * @param sums number of sums, the same on every rank
 * @param n number of values here of each
 * @param values sum after sum
 * @param result one a sum, the same on every rank @{ */
int partita_exact_sums(MPI_Comm comm, int sums, ptrdiff_t n, const double* values, double* result);

/*! The exact sum of the products a[k] * b[k]: products are not rounded, and neither overflow nor underflow. */
int partita_exact_dot(MPI_Comm comm, ptrdiff_t n, const double* a, const double* b, double* result);

/*! The Euclidean norm: the square root of the exact sum of squares, which neither overflow nor underflow. */
int partita_exact_norm(MPI_Comm comm, ptrdiff_t n, const double* values, double* result);
/*! @} */

#ifdef __cplusplus
}
#endif
#endif
