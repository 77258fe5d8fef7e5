#!/usr/bin/env python3
"""Compares the recipes in packaging, CITATION.cff and CHANGELOG.md with the CMake files: versions, options, packages."""
import ast
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parents[2]
recipe = root / "packaging/spack/spack_repo/partita/packages/partita/package.py"
cmake_files = [root / "CMakeLists.txt", *sorted((root / "cmake").glob("*.cmake"))]
cmake = "\n".join(file.read_text() for file in cmake_files)
faults = []


def check(holds, sentence):
    if not holds:
        faults.append(sentence)


options = set(re.findall(r"(?:option|cmake_dependent_option)\((PARTITA_\w+)", cmake))
found_packages = set(re.findall(r"find_package\((\w+)", cmake))
version = re.search(r"project\(partita VERSION ([\d.]+)", cmake)[1]
minor = ".".join(version.split(".")[:2])
least_cmake = re.search(r"cmake_minimum_required\(VERSION ([\d.]+)\)", cmake)[1]


def text_of(name):
    return (root / name).read_text(encoding="utf-8")


def called(tree, *names):
    """Calls of functions and methods of these names: their constant arguments."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (getattr(node.func, "attr", None) or getattr(node.func, "id", None)) in names:
            constants = {word.arg: ast.literal_eval(word.value) for word in node.keywords if isinstance(word.value, ast.Constant)}
            yield node, [arg.value if isinstance(arg, ast.Constant) else arg for arg in node.args], constants


def spack():
    tree = ast.parse(recipe.read_text())
    compile(tree, recipe, "exec")
    check(version in [args[0] for _, args, _ in called(tree, "version")], f"Spack's recipe has no version {version}")

    variants = {args[0] for _, args, _ in called(tree, "variant")}
    check({"shared", "kokkos", "petsc", "hdf5", "metis", "fortran", "tests"} <= variants, f"Spack's variants are only {sorted(variants)}")
    used = {name for _, _, words in called(tree, "depends_on", "variant", "conflicts") for name in re.findall(r"[+~](\w+)", words.get("when", ""))}
    used |= {args[1] for _, args, _ in called(tree, "define_from_variant")}
    used |= {args[0][1:] for _, args, _ in called(tree, "satisfies") if isinstance(args[0], str)}

    defined = 0
    for _, args, _ in called(tree, "define", "define_from_variant"):
        name = args[0]
        if isinstance(name, str):
            check(name in options | {"BUILD_SHARED_LIBS", "CMAKE_Fortran_COMPILER"}, f"Spack's recipe defines {name}, which no CMake file has")
        else:
            check(ast.unparse(name).startswith("'CMAKE_DISABLE_FIND_PACKAGE_'"), f"Spack's recipe defines {ast.unparse(name)}")
        defined += 1
    check(defined >= 7, f"only {defined} definitions of CMake are in Spack's recipe")
    lists = [node for node in ast.walk(tree) if isinstance(node, ast.Dict)]
    off = {key.value: [name.value for name in names.elts] for one in lists for key, names in zip(one.keys, one.values)}
    check(set(off) <= variants, f"Spack's recipe switches packages off by {sorted(set(off) - variants)}, which are no variants")
    used |= set(off)
    for name in [*(name for names in off.values() for name in names), "benchmark"]:
        check(name in found_packages, f"Spack's recipe switches off {name}, which no CMake file looks for")
    check(used == variants, f"Spack's variants {sorted(variants ^ used)} are used nowhere, or are none")

    needed = {args[0] for _, args, _ in called(tree, "depends_on")}
    check(f"cmake@{least_cmake}:" in needed, f"Spack's recipe does not need CMake {least_cmake}")
    for package, least in re.findall(r"find_package\((\w+) ([\d.]+)", cmake):
        spec = f"{package.lower().replace('_', '-')}@{least}:"
        check(spec in needed or package == "Doxygen", f"Spack's recipe does not need {spec}")
    least_kokkos = re.search(r"Finds Kokkos, ([\d.]+) or later", cmake)[1]
    check(f"kokkos@{least_kokkos}:" in needed, f"Spack's recipe does not need kokkos@{least_kokkos}:")


def debian():
    control, rules = text_of("packaging/debian/control"), text_of("packaging/debian/rules")
    check(re.match(rf"partita \({version}-\d+\)", text_of("packaging/debian/changelog")), f"Debian's changelog does not begin with {version}")
    check(f"Package: libpartita{minor}\n" in control, f"Debian's library is not libpartita{minor}, as its SONAME demands")
    check(f"cmake (>= {least_cmake})" in control, f"Debian's control file does not need CMake {least_cmake}")
    for name in re.findall(r"-D(PARTITA_\w+)", rules):
        check(name in options, f"Debian's rules define {name}, which no CMake file has")
    installed = {name for file in root.glob("miniapps/*/CMakeLists.txt") for name in re.findall(r"install\(TARGETS (\w+)", file.read_text())}
    programs = set(re.search(r"^programs = (.*)$", rules, re.M)[1].split())
    check(programs == installed, f"Debian's rules make manual pages of {sorted(programs)}, and installed are {sorted(installed)}")
    packages = set(re.findall(r"^  ([a-z0-9+ -]+?)(?: +#.*)?$", re.search(r"packages=\(\n(.*?)\n\)", text_of("scripts/install-deps"), re.S)[1], re.M))
    packages = {name for names in packages for name in names.split() if name.endswith("-dev")} - {"libgtest-dev", "libgmock-dev", "libbenchmark-dev"}
    needed = set(re.findall(r"^ ([\w.+-]+)", control.partition("Build-Depends:")[2].partition("Standards-Version")[0], re.M))
    check(packages <= needed, f"Debian's control file does not need {sorted(packages - needed)}, which scripts/install-deps installs")


def versions():
    check(f"of_version_{minor.replace('.', '_')};" in text_of("support/same_build.hpp"), f"support/same_build.hpp does not have version {minor}")
    check(f"\nversion: {version}\n" in text_of("CITATION.cff"), f"CITATION.cff does not have version {version}")
    check(re.search(rf"^## \[(Unreleased\] \()?{version}", text_of("CHANGELOG.md"), re.M), f"CHANGELOG.md does not have version {version}")


spack()
debian()
versions()
sys.exit("\n".join(faults) or 0)
