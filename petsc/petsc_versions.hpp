#pragma once
/// \file What differs between the versions of PETSc that the type of PetscSF is compiled with: 3.18 to 3.25.

#include <petsc/private/sfimpl.h>

namespace partita::petsc {

#if PETSC_VERSION_LT(3, 22, 0)
using NumberOfRanks = PetscInt;
#else
using NumberOfRanks = PetscMPIInt;
#endif

/// Vectors may lie on a device, where only PETSc knows how to pack them.
inline bool has_devices() {
#if defined(PETSC_HAVE_DEVICE)
  return true;
#else
  return false;
#endif
}

/// An object of C++ that lives as long as a PetscObject, under a name.
template <class T>
PetscErrorCode compose(PetscObject object, const char* name, T* made) {
  PetscContainer container = nullptr;
  PetscErrorCode code = PetscContainerCreate(PETSC_COMM_SELF, &container);
  if (code == PetscErrorCode{}) code = PetscContainerSetPointer(container, made);
#if PETSC_VERSION_LT(3, 23, 0)
  const auto destroy = [](void* pointer) {
    delete static_cast<T*>(pointer);
    return PetscErrorCode{};
  };
  if (code == PetscErrorCode{}) code = PetscContainerSetUserDestroy(container, destroy);
#else
  const auto destroy = [](auto pointer) {  // void**, since 3.25 void*
    delete *static_cast<T**>(static_cast<void*>(pointer));
    return PetscErrorCode{};
  };
  if (code == PetscErrorCode{}) code = PetscContainerSetCtxDestroy(container, destroy);
#endif
  if (code == PetscErrorCode{})
    code = PetscObjectCompose(object, name, reinterpret_cast<PetscObject>(container));
  if (code == PetscErrorCode{}) code = PetscContainerDestroy(&container);
  return code;
}

/// For -log_view, which counts messages.
inline void log_messages(std::size_t sent, std::size_t bytes_sent, std::size_t received,
                         std::size_t bytes_received) {
#if defined(PETSC_USE_LOG)
  petsc_isend_ct += static_cast<PetscLogDouble>(sent);
  petsc_isend_len += static_cast<PetscLogDouble>(bytes_sent);
  petsc_irecv_ct += static_cast<PetscLogDouble>(received);
  petsc_irecv_len += static_cast<PetscLogDouble>(bytes_received);
#endif
}

}  // namespace partita::petsc
