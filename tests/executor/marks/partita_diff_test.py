#!/usr/bin/env python3
"""What partita-diff says of the examples: as they are, with a lost exchange, and of files that are no records.

    partita_diff_test.py MPIEXEC FOLDER_OF_EXAMPLES
"""
import json, os, pathlib, subprocess, sys, tempfile, unittest

MPIEXEC, EXAMPLES = sys.argv[1], pathlib.Path(sys.argv[2])
DIFF = pathlib.Path(__file__).parents[3] / "scripts" / "partita-diff"


def diff(*words, **settings):
    done = subprocess.run([DIFF, "--mpiexec", MPIEXEC, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, env=dict(os.environ, **settings))
    return done.returncode, done.stdout + done.stderr


class PartitaDiff(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)

    def record(self, program, ranks):
        name = self.path / f"{program.name}_on_{ranks}.marks"
        subprocess.run([*MPIEXEC.split(), "-n", str(ranks), program], stdin=subprocess.DEVNULL, capture_output=True, check=True, env=dict(os.environ, PARTITA_RECORD=str(name)))
        return name

    def test_certifies_the_same_bits_and_checks_certificates(self):
        certificate = self.path / "edge_loop.certificate"
        code, said = diff("--run", "-n", "1", "-n", "3", "--certificate", str(certificate), "--", str(EXAMPLES / "edge_loop"))
        self.assertEqual(code, 0, said)
        self.assertIn("the same bits at 2000 marks on 1, 3 ranks", said)
        code, said = diff("--check", str(certificate), "-n", "2")
        self.assertEqual(code, 0, said)
        facts = json.loads(certificate.read_text())
        certificate.write_text(json.dumps(facts | {"digest": facts["digest"][::-1]}))
        code, said = diff("--check", str(certificate), "-n", "2")
        self.assertEqual(code, 1, said)
        self.assertIn("has changed", said)

    def test_names_the_values_that_a_lost_exchange_changes(self):
        program = EXAMPLES / "edge_loop"
        sites = [line.split("\t")[1] for line in self.record(program, 3).read_text().splitlines() if line.startswith("site")]
        self.assertEqual(len(sites), 1)
        code, said = diff("--run", "-n", "1", "-n", "3", "--", str(program), PARTITA_SKIP=sites[0])
        self.assertEqual(code, 1, said)
        self.assertRegex(said, "they part at mark [0-9]+")
        self.assertRegex(said, "global number [0-9]+, component 0: ")
        self.assertIn("(border)", said)

    def test_says_of_each_place_whether_its_loss_would_be_noticed(self):
        code, said = diff("--forget", "-n", "1", "-n", "3", "--", str(EXAMPLES / "edge_loop_c"))
        self.assertEqual(code, 0, said)
        self.assertRegex(said, 'at mark [0-9]+, "gather of vertices": gather of vertices from main')
        self.assertIn("1 of 1 places change something on 3 ranks if they are left out; beside 1 rank 1 of these are noticed", said)

    def test_says_which_exchanges_nothing_depends_on(self):
        code, said = diff("--superfluous", "-n", "3", "--", str(EXAMPLES / "edge_loop"))
        self.assertEqual(code, 0, said)
        self.assertIn("without these 0 of 1 places together", said)

    def test_bits_that_depend_on_the_ranks_need_a_tolerance(self):
        records = [str(self.record(EXAMPLES / "membrane" / "membrane_by_hand", ranks)) for ranks in (1, 3)]
        code, said = diff(*records)
        self.assertEqual(code, 1, said)
        self.assertIn("run both again with PARTITA_RECORD_AT=", said)
        code, said = diff(*records, "--tolerance", "1e-9")
        self.assertEqual(code, 0, said)

    def test_refuses_in_one_sentence(self):
        (self.path / "other").write_text("no record\n")
        for words, sentence in ((["one", "two"], "cannot read one"), ([str(self.path / "other")] * 2, "is no record of marks"),
                                (["--run", "--", "true"], "give the numbers of ranks"), (["--check", str(self.path / "other")], "is no certificate"),
                                (["--run", "-n", "1", "--", "true"], "wrote no record")):
            code, said = diff(*words)
            self.assertEqual(code, 2, said)
            self.assertIn(sentence, said)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
