#!/usr/bin/python3
"""Every finding of the papers has a text and a verdict, and verdicts follow the results."""
import pathlib
import re
import sys
import unittest
import zlib
from unittest import mock

SOURCE = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(SOURCE / "bench" / "lab"))
sys.dont_write_bytecode = True
import findings
import lab
import report
import summary
from papers import finding
from papers.finding import NO, NOT_REPRODUCED, PARTLY, TESTED, VERDICTS, YES, tests_of_the_project


class Rules(unittest.TestCase):
    def test_have_three_verdicts_each(self):
        self.assertEqual([finding.near(here, 2) for here in (2.2, 1.4, 3.1)], [YES, PARTLY, NO])
        self.assertEqual([finding.at_least(here, 3) for here in (3, 2, 1.9)], [YES, PARTLY, NO])
        self.assertEqual([finding.at_most(here, 2) for here in (2, 3, 3.1)], [YES, PARTLY, NO])
        self.assertEqual([finding.much(ratio) for ratio in (1.5, 1.2, 1.1)], [YES, PARTLY, NO])
        self.assertEqual([finding.holds([True] * held + [False] * (10 - held)) for held in (9, 5, 4)], [YES, PARTLY, NO])
        self.assertEqual([finding.mostly([True] * held + [False] * (8 - held)) for held in (4, 3, 2)], [YES, PARTLY, NO])
        self.assertEqual([finding.sometimes([True] * held + [False] * (100 - held)) for held in (10, 1, 0)], [YES, PARTLY, NO])
        self.assertEqual([finding.near_each([ratio] * 9 + [4]) for ratio in (1, 1.4, 1.6)], [YES, PARTLY, NO])


class Findings(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.found = findings.judged()

    def test_have_texts_and_verdicts(self):
        self.assertGreater(len(self.found), 150)
        for one in self.found:
            with self.subTest(one.sentence):
                self.assertTrue(one.section and one.sentence and one.here)
                self.assertNotIn("|", one.section + one.sentence + one.here, "a table's field")
                self.assertIn(one.verdict, VERDICTS)

    def test_are_of_five_papers_and_stand_there_once(self):
        self.assertEqual(len({one.paper for one in self.found}), 5)
        self.assertEqual(len({one[:3] for one in self.found}), len(self.found))

    def test_that_do_not_agree_have_a_reason(self):
        for one in self.found:
            with self.subTest(one.sentence):
                self.assertTrue(one.verdict != NO or one.why)

    def test_name_tests_that_exist(self):
        named = {test for one in self.found for test in re.findall(r"test `(\S+)`", one.here)}
        self.assertGreater(len(named), 20)
        self.assertLessEqual(named, tests_of_the_project())

    def test_are_not_agreed_to_by_a_test_that_does_not_exist(self):
        paper = finding.Paper("a paper")
        paper.tested("1", "holds", "Suite.NoSuchTest")
        paper.tested("2", "holds too", "TwoStage.ARankHasFewPieces")
        self.assertEqual([verdict for _, _, verdict in paper.judged()], [NO, TESTED])

    def test_are_on_their_pages(self):
        text = "".join(page.read_text() for page in report.PAGES)
        for name, part in (findings.tables() | summary.tables()).items():
            with self.subTest(name):
                self.assertTrue(f"<!-- {name} -->\n\n{part}\n\n<!-- /{name} -->" in text, "bench/lab/run report writes it")

    def test_follow_the_results(self):
        """Every outcome can fail: no "yes" stands with each of six other sets of results."""
        truth = lab.result

        def others(change):
            def changed(name, row, column, value):
                is_said = column in SAID or column.startswith("paper") or not re.fullmatch(r"[\d.e+-]+", value or "")
                chance = zlib.crc32(f"{name} {row} {column}".encode()) / 2**32
                return value if is_said or float(value) == 0 else repr(change(float(value), chance, row, column))

            def result(name):
                return [{column: changed(name, k, column, value) for column, value in row.items()}
                        for k, row in enumerate(truth(name))]

            with mock.patch.object(lab, "result", result):
                return [one.verdict for one in findings.judged()]

        every = [others(change) for change in (
            lambda value, *_: 1 / value,                              # the fast is slow
            lambda value, *_: value**3,                               # much more
            lambda value, chance, *_: value * 9**(chance - 0.5),      # more or less, by chance
            lambda _, chance, *__: 1 + 0.005 * chance,                # nearly alike
            lambda value, _, row, __: value / (1 + row),              # the later the faster
            lambda value, _, __, column: value * (100 if "building" in column else 1))]  # schedules are dear
        for one, *changed in zip(self.found, *every):
            with self.subTest(one.sentence):
                if one.verdict == YES:
                    self.assertTrue(any(verdict != YES for verdict in changed), "an outcome that cannot fail")
                elif one.verdict == NOT_REPRODUCED:
                    self.assertEqual(set(changed), {NOT_REPRODUCED})


# Columns that say what was run, and not what came out.
SAID = ("senders", "figure", "density", "bytes", "block", "dimension", "ranks", "messages", "unit", "traffic", "table", "most", "cuts")

unittest.main()
