#!/usr/bin/env python3
"""Checks README.md and the pages of docs, and what they say of this repository.

    pages.py links       relative links and anchors lead somewhere
    pages.py commands    commands name scripts, programs, targets and files that there are
    pages.py code        each block of C++, C or Fortran is an excerpt of a source that the build compiles; each block of
                         CMake uses components and targets that there are
    pages.py outputs BUILD MPIEXEC
                         programs of BUILD/examples print the lines that a page shows below their commands

In a block of code, a line "..." stands for lines that are left out. Indentation does not count.
"""
import functools
import pathlib
import re
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parents[2]
pages = [root / "README.md", *sorted(root.glob("docs/**/*.md"))]
faults = []


@functools.cache
def text_of(path):
    return path.read_text(encoding="utf-8")


def fault(page, line, sentence):
    faults.append(f"{page.relative_to(root)}:{line}: {sentence}")


def line_of(text, place):
    return text.count("\n", 0, place) + 1


def blocks(page):
    """Of each fenced block: line, language, lines."""
    for found in re.finditer(r"^```(\w+)\n(.*?)^```$", text_of(page), re.M | re.S):
        yield line_of(text_of(page), found.start()), found[1], found[2].splitlines()


def without_code(text):
    """The text with spaces in place of fenced and indented blocks, so that lines keep their numbers."""
    blank = lambda found: re.sub(r"[^\n]", " ", found[0])
    return re.sub(r"^ {4,}\S.*$", blank, re.sub(r"^```.*?^```$", blank, text, flags=re.M | re.S), flags=re.M)


@functools.cache
def anchors(page):
    """Of the headings of a page, as code hosts and the site make them."""
    made = set()
    for heading in re.findall(r"^#+ +(.*)$", without_code(text_of(page)), re.M):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
        words = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        number = 0
        while words + (f"-{number}" if number else "") in made:
            number += 1
        made.add(words + (f"-{number}" if number else ""))
    return made


def links():
    others = [root / name for name in subprocess.check_output(["git", "ls-files", "*.md"], cwd=root, text=True).split()] \
        if (root / ".git").exists() else pages
    checked = 0
    for page in sorted({*pages, *others}):
        text = re.sub(r"`[^`\n]*`", lambda found: " " * len(found[0]), without_code(text_of(page)))
        for found in re.finditer(r"\]\(([^)\s]+)\)", text):
            target = found[1]
            if re.match(r"[a-z]+:", target):
                continue
            checked += 1
            path, _, anchor = target.partition("#")
            file = (page.parent / path).resolve() if path else page
            if not file.exists():
                fault(page, line_of(text, found.start()), f"the link {target} leads nowhere")
            elif anchor and (file.suffix != ".md" or anchor not in anchors(file)):
                fault(page, line_of(text, found.start()), f"the link {target} names no heading of {path or 'this page'}")
    return checked, 200


def written_commands(page):
    """Of each command: line and text. Indented lines, joined where they are continued, and code within a sentence."""
    text = re.sub(r"^```.*?^```$", lambda found: re.sub(r"[^\n]", " ", found[0]), text_of(page), flags=re.M | re.S)
    for found in re.finditer(r"^ {4}(\S.*(?:\\\n.*)*)$|`([^`]+)`", text, re.M):
        yield line_of(text, found.start()), re.sub(r"[\s\\]+", " ", found[1] or found[2])


@functools.cache
def programs():
    """Patterns for the names of the targets that the CMake files make."""
    files = [file for file in root.glob("**/CMakeLists.txt") if "build" not in file.relative_to(root).parts]
    names = {name for file in [*files, *root.glob("cmake/*.cmake")] for name in re.findall(
        r"(?:add_executable|add_library|add_custom_target|doxygen_add_docs|partita_\w+)\(\s*([\w${}]+)", text_of(file))}
    names |= {name for file in files for listed in re.findall(r"foreach\(program IN ITEMS ([^)]*)\)", text_of(file)) for name in listed.split()}
    names = {name for name in names if re.search(r"\w", re.sub(r"\$\{\w+\}", "", name))}
    return re.compile("|".join(re.sub(r"\\\$\\\{\w+\\\}", r"\\w+", re.escape(name)) for name in sorted(names)) + "|all")


def commands():
    checked = 0
    for page in pages:
        written = {name for _, command in written_commands(page) for name in re.findall(r"scripts/(?:wing|lake) (\w+[.]msh)", command)}
        written |= {name for _, command in written_commands(page) for name in re.findall(r"--(?:output|save|checkpoint) (\S+)", command)}
        for line, command in written_commands(page):
            for script in re.findall(r"(?<![\w/.])((?:scripts|bench|tests|examples|[.]ci)/[\w/.-]*\w)", command):
                checked += 1
                if "shortest" in script:  # the algorithm that design.md adds, as an example
                    continue
                if not (root / script).exists() and not list(root.glob(script + ".*")):
                    fault(page, line, f"\"{script}\" is not in this repository")
            for folder, program in re.findall(r"build/(?:\w+/)?((?:bench|miniapps|examples)(?:/\w+)*)/(\w+)", command):
                checked += 1
                if not (root / folder).is_dir() or not programs().fullmatch(program):
                    fault(page, line, f"no CMake file makes {folder}/{program}")
            for targets in re.findall(r"--target((?: [a-z_0-9]+)+)", command):
                for target in targets.split():
                    checked += 1
                    if not programs().fullmatch(target):
                        fault(page, line, f"no CMake file makes the target {target}")
            for preset in re.findall(r"--preset (\w+)", command):
                checked += 1
                if f'"name": "{preset}"' not in text_of(root / "CMakePresets.json"):
                    fault(page, line, f"there is no preset {preset}")
            named = re.findall(r"(?:--mesh|--matrix|--machine|dmplex_edges|shallow_water) "
                               r"([\w/.-]+[.](?:msh|su2|dat|graph|mtx|toml|vtkhdf))", command)
            for file in named:
                checked += 1
                if not (root / file).exists() and file not in written and not re.search(r"(^|/)[A-Z]+[.]", file):
                    fault(page, line, f"the file {file} is not in this repository; write it with scripts/wing or scripts/lake, or name another")
    return checked, 120


@functools.cache
def sources(language):
    """The files that the build compiles in this language, as lines without indentation."""
    ends = {"cpp": "*.[ch]pp", "c": "*.c", "fortran": "*.f90"}[language]
    files = [file for folder in ("examples", "tests/docs") for file in sorted((root / folder).glob("**/" + ends))]
    return [[line.strip() for line in text_of(file).splitlines()] for file in files]


def shows(source, parts):
    """The parts stand in the source one after the other."""
    place = 0
    for part in parts:
        while place + len(part) <= len(source) and source[place:place + len(part)] != part:
            place += 1
        if place + len(part) > len(source):
            return False
        place += len(part)
    return True


def parts_of(lines):
    parts = [[]]
    for line in (line.strip() for line in lines):
        if line == "...":
            parts.append([])
        else:
            parts[-1].append(line)
    parts = [[*map(str, part)] for part in parts]
    for part in parts:
        while part and not part[0]:
            part.pop(0)
        while part and not part[-1]:
            part.pop()
    return [part for part in parts if part]


def cmake_faults(lines):
    config = text_of(root / "cmake/partitaConfig.cmake.in")
    components = re.search(r"set\(partita_components ([^)]*)\)", config)[1].split()
    asked = {"partita", *(name for line in lines for name in re.findall(r"COMPONENTS ([\w ]+)\)", line) for name in name.split())}
    for component in asked - {"partita", *components}:
        yield f"partita has no component {component}"
    for target in re.findall(r"partita::(\w+)", "\n".join(lines)):
        if target not in asked and "add_subdirectory(partita)" not in lines:
            yield f"partita::{target} comes with none of the components that the block asks for"


def code():
    checked = 0
    for page in pages:
        for line, language, lines in blocks(page):
            checked += 1
            if language == "cmake":
                for sentence in cmake_faults(lines):
                    fault(page, line, sentence)
            elif language in ("cpp", "c", "fortran"):
                if not any(shows(source, parts_of(lines)) for source in sources(language)):
                    fault(page, line, "this block is no excerpt of a source in examples or tests/docs; make the two equal")
            else:
                fault(page, line, f"a block of {language}, which this test does not know")
    return checked, 40


def paragraphs(page):
    """The indented paragraphs of a page: the lines of each, and the line where it begins."""
    text = re.sub(r"^```.*?^```$", lambda found: re.sub(r"[^\n]", " ", found[0]), text_of(page), flags=re.M | re.S)
    for found in re.finditer(r"(?:^ {4}\S.*\n)+", text, re.M):
        yield line_of(text, found.start()), [line[4:] for line in found[0].splitlines()]


def equal(shown, printed):
    """The same words; numbers agree up to rounding."""
    shown, printed = shown.split(), printed.split()

    def same(a, b):
        try:
            a, b = float(a.rstrip(",")), float(b.rstrip(","))
        except ValueError:
            return a == b
        return abs(a - b) <= 1e-8 * max(abs(a), 1e-6)

    return len(shown) == len(printed) and all(map(same, shown, printed))


def outputs(build, mpiexec):
    """Runs the commands of the examples, page by page in a folder of its own."""
    build, checked = pathlib.Path(build).resolve(), 0
    for page in pages:
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "build").mkdir()
            (pathlib.Path(folder) / "build/release").symlink_to(build)
            (pathlib.Path(folder) / "scripts").symlink_to(root / "scripts")
            printed, below = None, 0
            for line, words in paragraphs(page):
                if line != below:
                    printed = None
                below = line + len(words) + 1
                if any("build/release/examples/" in word for word in words):
                    printed = ""
                    for command in words:
                        if not re.match(r"scripts/(lake|wing) |(mpirun -n \d+ )?build/release/examples/", command):
                            continue
                        program = re.search(r"(build/release/examples|scripts)/\S*", command)[0]
                        if not (pathlib.Path(folder) / program).exists():  # what it needs is not installed
                            printed = None
                            break
                        run = subprocess.run(command.replace("mpirun", f"'{mpiexec}'"), shell=True, cwd=folder, capture_output=True, text=True)
                        if run.returncode != 0:
                            fault(page, line, f"\"{command}\" fails: {run.stderr.strip()}")
                        printed += run.stdout
                elif printed is not None:
                    for shown in words:
                        checked += 1
                        if not any(equal(shown, one) for one in printed.splitlines()):
                            fault(page, line, f"the program does not print \"{shown}\", but \"{printed.strip()}\"")
                    printed = None
    return checked, 3


if __name__ == "__main__":
    checks = {"links": links, "commands": commands, "code": code, "outputs": outputs}
    if len(sys.argv) < 2 or sys.argv[1] not in checks or len(sys.argv) != (4 if sys.argv[1] == "outputs" else 2):
        sys.exit(__doc__)
    checked, least = checks[sys.argv[1]](*sys.argv[2:])
    if checked < least:
        faults.append(f"only {checked} {sys.argv[1]} are in README.md and docs; this test does not find them")
    print(f"{checked} {sys.argv[1]} checked")
    sys.exit("\n".join(faults) or 0)
