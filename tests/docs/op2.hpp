#pragma once
/// \file As much of OP2's C API as docs/loops.md shows. OP2 itself is not needed.

using op_set = int;
using op_map = int;
using op_dat = int;
struct op_arg {};
enum op_access { OP_READ, OP_INC };

op_set op_decl_set(int size, const char* name);
op_map op_decl_map(op_set from, op_set to, int arity, const int* table, const char* name);
op_dat op_decl_dat(op_set set, int components, const char* type, const double* values, const char* name);
void op_partition(const char* library, const char* method, op_set set, op_map map, op_dat coordinates);
op_arg op_arg_dat(op_dat dat, int column, op_map map, int components, const char* type, op_access access);
template <class Body, class... Arguments>
void op_par_loop(Body* body, const char* name, op_set set, Arguments... arguments);
