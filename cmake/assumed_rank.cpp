#include <ISO_Fortran_binding.h>

// a: real(c_double) :: wide(5, 7), wide(5:1:-2, 2:5). b: absent.
extern "C" void take(const CFI_cdesc_t* a, const CFI_cdesc_t* b, int* is_right) {
  *is_right = b == nullptr && a->rank == 2 && a->type == CFI_type_double && a->elem_len == sizeof(double) &&
              a->dim[0].extent == 3 && a->dim[0].sm == -16 && a->dim[1].extent == 4 && a->dim[1].sm == 40;
}
