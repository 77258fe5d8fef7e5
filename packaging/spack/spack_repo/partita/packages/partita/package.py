"""Partita for Spack 1.0 or later, written by its packaging guide. No Spack has installed it yet.

    spack repo add packaging/spack/spack_repo/partita
    spack install partita

tests/packaging/packaging_test.py compares versions, options and packages with the CMake files.
"""
import pathlib

from spack_repo.builtin.build_systems.cmake import CMakePackage

from spack.package import *


class Partita(CMakePackage):
    """Inspector/executor runtime for irregular mesh codes: it finds the values that a loop needs from other ranks, schedules
    the messages once, and replays them at every iteration."""

    git = pathlib.Path(__file__).resolve().parents[5].as_uri()  # the repository that holds this file

    license("BSD-3-Clause")

    version("main", branch="main")
    version("0.2.0", tag="v0.2.0")

    variant("shared", default=True, description="Shared libraries")
    variant("kokkos", default=True, description="The loop wrapper, and exchanges of Kokkos views")
    variant("hdf5", default=True, description="Files: schedules and checkpoints")
    variant("metis", default=True, when="+hdf5", description="Meshes, partitioned by METIS and PT-Scotch")
    variant("petsc", default=False, description="Exchanges of PETSc's vectors")
    variant("fortran", default=True, description="The Fortran modules")
    variant("programs", default=True, description="Programs, and machines described in files")
    variant("tests", default=False, when="+programs", description="Build the tests; spack install --test=root runs them")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("fortran", type="build", when="+fortran")
    depends_on("cmake@3.25:", type="build")
    depends_on("pkgconfig", type="build", when="+petsc")
    depends_on("mpi@3.1:")
    depends_on("kokkos@3.4:", when="+kokkos")
    depends_on("hdf5", when="+hdf5")
    depends_on("metis@5:", when="+metis")
    depends_on("scotch+mpi", when="+metis")
    depends_on("petsc+mpi", when="+petsc")
    depends_on("tomlplusplus", when="+programs")
    depends_on("nlohmann-json@3.10:", when="+programs")
    depends_on("cli11", when="+programs")
    depends_on("googletest+gmock", type=("build", "link"), when="+tests")

    generator("ninja")

    conflicts("%gcc@:11", msg="Partita was built with g++ 12 and later")
    conflicts("%clang@:13", msg="Partita was built with clang 14 and later")

    def cmake_args(self):
        args = [
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
            self.define_from_variant("PARTITA_PROGRAMS", "programs"),
            self.define("PARTITA_TESTS", self.spec.satisfies("+tests")),
            self.define("PARTITA_BENCHMARKS", self.spec.satisfies("+tests")),
            self.define("PARTITA_NATIVE", False),  # Spack's compilers know the target
        ]
        # CMake uses each package that it finds: a variant that is off must not find one of the system.
        packages = {
            "kokkos": ["Kokkos", "Tpetra"],
            "hdf5": ["HDF5"],
            "metis": ["METIS", "PTSCOTCH"],
            "petsc": ["PETSc"],
            "programs": ["CLI11", "nlohmann_json", "tomlplusplus"],
            "tests": ["GTest"],
        }
        off = [name for part, names in packages.items() if not self.spec.satisfies("+" + part) for name in names]
        args += [self.define("CMAKE_DISABLE_FIND_PACKAGE_" + name, True) for name in [*off, "benchmark"]]
        if not self.spec.satisfies("+fortran"):
            args.append(self.define("CMAKE_Fortran_COMPILER", "NOTFOUND"))
        return args
