/* A PETSc program that knows nothing of Partita: a linear system on a grid, and sums over ghosts. */
#include <petscdmda.h>
#include <petscksp.h>

static PetscErrorCode set_laplacian(DM grid, Mat matrix) {
  DMDALocalInfo info;
  PetscCall(DMDAGetLocalInfo(grid, &info));
  for (MatStencil row = {.j = info.ys}; row.j < info.ys + info.ym; ++row.j)
    for (row.i = info.xs; row.i < info.xs + info.xm; ++row.i)
      for (int k = 0; k < 5; ++k) {
        const MatStencil column = {.i = row.i + (k == 1) - (k == 2), .j = row.j + (k == 3) - (k == 4)};
        const PetscScalar value = k == 0 ? 4 : -1;
        if (column.i >= 0 && column.i < info.mx && column.j >= 0 && column.j < info.my)
          PetscCall(MatSetValuesStencil(matrix, 1, &row, 1, &column, &value, INSERT_VALUES));
      }
  PetscCall(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
  return MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY);
}

int main(int argc, char** argv) {
  DM grid;
  Mat matrix;
  Vec right, solution, local;
  KSP solver;
  PetscReal norm;
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  PetscCall(DMDACreate2d(PETSC_COMM_WORLD, DM_BOUNDARY_NONE, DM_BOUNDARY_NONE, DMDA_STENCIL_BOX, 40, 30,
                         PETSC_DECIDE, PETSC_DECIDE, 1, 1, NULL, NULL, &grid));
  PetscCall(DMSetUp(grid));
  PetscCall(DMCreateMatrix(grid, &matrix));
  PetscCall(set_laplacian(grid, matrix));
  PetscCall(MatCreateVecs(matrix, &solution, &right));
  PetscCall(VecSet(right, 1));
  PetscCall(KSPCreate(PETSC_COMM_WORLD, &solver));
  PetscCall(KSPSetOperators(solver, matrix, matrix));
  PetscCall(KSPSetType(solver, KSPCG));
  PetscCall(KSPSolve(solver, right, solution));
  PetscCall(VecNorm(solution, NORM_2, &norm));
  PetscCall(PetscPrintf(PETSC_COMM_WORLD, "norm of the solution %.4g\n", (double)norm));

  PetscCall(DMCreateLocalVector(grid, &local));
  for (int use = 0; use < 60; ++use) { /* of ghosts, and added back */
    PetscCall(DMGlobalToLocal(grid, solution, INSERT_VALUES, local));
    PetscCall(VecSet(right, 0));
    PetscCall(DMLocalToGlobal(grid, local, ADD_VALUES, right));
    PetscCall(VecNormalize(right, &norm));
    PetscCall(MatMult(matrix, right, solution));
  }
  PetscCall(PetscPrintf(PETSC_COMM_WORLD, "norm of the sums %.4g\n", (double)norm));
  PetscCall(VecDestroy(&local));
  PetscCall(KSPDestroy(&solver));
  PetscCall(VecDestroy(&solution));
  PetscCall(VecDestroy(&right));
  PetscCall(MatDestroy(&matrix));
  PetscCall(DMDestroy(&grid));
  return PetscFinalize();
}
