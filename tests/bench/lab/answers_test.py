#!/usr/bin/python3
"""Answers of programs are kept until one of their inputs changes."""
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "bench" / "lab"))
sys.dont_write_bytecode = True
from answers import answers

# Prints each row with its double, and records the request.
DOUBLES = """#!/usr/bin/python3
import csv, pathlib, sys
rows = list(csv.reader(open(sys.argv[1])))
print(",".join([*rows[0], "double"]))
for name, number in rows[1:]:
    with open(pathlib.Path(__file__).parent / "asked", "a") as asked:
        asked.write(number + "\\n")
    if name == "bad":
        sys.exit(1)
    print(f"{name},{number},{2 * int(number)}", flush=True)
"""


class Answers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.program = self.folder / "doubles"
        self.write(DOUBLES)
        self.named = self.folder / "named"
        self.named.write_text("a machine")

    def write(self, text):
        self.program.write_text(text)
        self.program.chmod(0o755)

    def doubles(self, rows):
        found = answers(self.program, ["name", "number"], rows, self.folder, lambda row: [self.named])
        return [int(answer["double"]) for answer in found]

    def asked(self):
        """Number of rows passed to the program since the last call."""
        file = self.folder / "asked"
        count = len(file.read_text().splitlines()) if file.exists() else 0
        file.unlink(missing_ok=True)
        return count

    def test_come_in_the_order_of_the_rows_which_may_be_equal(self):
        rows = [("a", number % 50) for number in range(200)]
        self.assertEqual(self.doubles(rows), [2 * number for _, number in rows])
        self.assertEqual(self.asked(), 50)

    def test_are_asked_for_once(self):
        self.doubles([("a", 1), ("a", 2)])
        self.asked()
        self.assertEqual(self.doubles([("a", 2), ("a", 3), ("b", 2)]), [4, 6, 4])
        self.assertEqual(self.asked(), 2)

    def test_are_asked_for_again_when_the_program_or_a_file_has_changed(self):
        self.doubles([("a", 1)])
        self.named.write_text("another machine")
        self.doubles([("a", 1)])
        self.write(DOUBLES.replace("2 * int", "3 * int"))
        self.assertEqual(self.doubles([("a", 1)]), [3])
        self.assertEqual(self.asked(), 3)

    def test_that_came_before_a_failure_are_kept(self):
        with self.assertRaises(SystemExit):
            self.doubles([("a", 1), ("bad", 2)])
        self.asked()
        self.assertEqual(self.doubles([("a", 1)]), [2])
        self.assertEqual(self.asked(), 0)

    def test_survive_an_interrupted_write(self):
        self.doubles([("a", 1), ("a", 2)])
        kept = self.folder / "doubles.answers"
        kept.write_text(kept.read_text()[:-10])
        self.asked()
        for asked in (1, 0):
            self.assertEqual(self.doubles([("a", 1), ("a", 2)]), [2, 4])
            self.assertEqual(self.asked(), asked)


unittest.main()
