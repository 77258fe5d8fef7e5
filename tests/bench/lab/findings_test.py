#!/usr/bin/python3
"""Every finding of the papers has a text and a verdict, and verdicts follow the results."""
import pathlib
import re
import sys
import unittest
from unittest import mock

SOURCE = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(SOURCE / "bench" / "lab"))
sys.dont_write_bytecode = True
import findings
import lab
from papers import finding
from papers.finding import NO, NOT_REPRODUCED, PARTLY, VERDICTS, YES


def tests_of_the_project():
    """{"Suite.Test"} of all sources."""
    test = re.compile(r"\bTEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\)|\bTYPED_TEST\(\s*(\w+),\s*(\w+)\)")
    sources = (file.read_text() for file in (SOURCE / "tests").rglob("*.cpp"))
    return {".".join(filter(None, names)) for text in sources for names in test.findall(text)}


class Rules(unittest.TestCase):
    def test_have_three_verdicts_each(self):
        self.assertEqual([finding.near(here, 2) for here in (2.2, 1.4, 3.1)], [YES, PARTLY, NO])
        self.assertEqual([finding.at_least(here, 3) for here in (3, 2, 1.9)], [YES, PARTLY, NO])
        self.assertEqual([finding.at_most(here, 2) for here in (2, 3, 3.1)], [YES, PARTLY, NO])
        self.assertEqual([finding.much(ratio) for ratio in (1.5, 1.2, 1.1)], [YES, PARTLY, NO])
        self.assertEqual([finding.holds([True] * held + [False] * (10 - held)) for held in (9, 5, 4)], [YES, PARTLY, NO])
        self.assertEqual([finding.mostly([True] * held + [False] * (8 - held)) for held in (4, 3, 2)], [YES, PARTLY, NO])
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

    def test_are_in_the_document(self):
        text = (SOURCE / "docs" / "papers.md").read_text()
        for name, part in findings.tables().items():
            with self.subTest(name):
                self.assertTrue(f"<!-- {name} -->\n\n{part}\n\n<!-- /{name} -->" in text, "bench/lab/run report writes it")

    def test_follow_the_results(self):
        """Times of another machine: the reciprocals of ours. Inputs and proofs stay; most of the rest does not."""
        truth = lab.result

        def reciprocal(column, value):
            is_time = column.endswith(("ms", "us")) and column != "paper_ms" and value and float(value) > 0
            return str(1 / float(value)) if is_time else value

        def reciprocals(name):
            return [{column: reciprocal(column, value) for column, value in row.items()} for row in truth(name)]

        with mock.patch.object(lab, "result", reciprocals):
            others = findings.judged()
        agree = [a for a, b in zip(self.found, others) if a.verdict == YES and a.here != b.here]
        lost = [a for a, b in zip(self.found, others) if a.verdict == YES and b.verdict == NO]
        self.assertGreater(len(agree), 50)
        self.assertGreater(len(lost), len(agree) / 2)
        self.assertEqual([a.sentence for a in self.found if a.verdict == NOT_REPRODUCED],
                         [b.sentence for b in others if b.verdict == NOT_REPRODUCED])


unittest.main()
