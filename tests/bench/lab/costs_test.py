#!/usr/bin/python3
"""Scheduling costs in the lab: the papers' rows, and what is fitted to them."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "bench" / "lab"))
sys.dont_write_bytecode = True
import building
import cm5_tables
import regions
import source_vectors


class Costs(unittest.TestCase):
    def test_every_matrix_of_tables_4_to_6_has_a_row_comp(self):
        keys = lambda rows: {(row["table"], row["matrix"], bool(row["RS_NH"])) for row in rows}
        self.assertEqual(keys(building.paper()), keys(cm5_tables.paper()))

    def test_a_wing_and_a_random_matrix_are_counted(self):
        shapes = {row["matrix"]: building.shape(row)[2:] for row in building.paper()}
        self.assertEqual(shapes["nonuniform:16:32"], (512, 16))
        self.assertEqual(shapes["market:m6_2810.mtx"], (290, 16))  # as `phases --matrix` says

    def test_the_vector_sum_grows_as_the_paper_s(self):
        sums = {ranks: 1e3 * source_vectors.generate_recv(ranks, 0) for ranks in (32, 128, 256)}
        for ranks in (128, 256):
            grown = source_vectors.PAPER[ranks, 4][1] - source_vectors.PAPER[32, 4][1]
            self.assertAlmostEqual((sums[ranks] - sums[32]) / grown, 1, delta=0.02)

    def test_the_findings_on_the_ipsc860_divide_the_points_as_the_paper_says(self):
        for best, points in {"AC": [(4, 16), (4, 1024), (32, 128)], "LP": [(32, 2048), (48, 131072)],
                             "RS_NL": [(4, 2048), (16, 4096), (24, 131072), (32, 256), (32, 1024)]}.items():
            for point in points:
                self.assertEqual(regions.finding(*point), best, point)

    def test_a_region_belongs_to_the_least_of_replay_and_building(self):
        every, won = regions.times("model"), regions.winners("model")
        for figure, points in every.items():
            for point, schemes in points.items():
                self.assertEqual(schemes[won[figure]["inf"][point]][0], min(ms for ms, _, _ in schemes.values()))
                self.assertEqual(sum(schemes[won[figure]["1"][point]][:2]),
                                 min(ms + built for ms, built, _ in schemes.values()))


unittest.main()
