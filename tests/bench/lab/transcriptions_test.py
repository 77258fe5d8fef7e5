#!/usr/bin/python3
"""What the lab transcribes from the papers without an engine: RS_N, system buffers, the CM-5's switches."""
import pathlib
import random
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "bench" / "lab"))
sys.dont_write_bytecode = True
import buffers
import data_network
import greedy


class Greedy(unittest.TestCase):
    def test_sends_every_message_once_and_one_a_node_in_a_phase(self):
        chance = random.Random(1)
        rows = greedy.regular(16, 5, chance)
        phases = list(greedy.rs_n([[(to, 1) for to in row] for row in rows], chance))
        for phase in phases:
            self.assertEqual(len(set(phase.senders.values())), len(phase.senders))
        sent = [(sender, receiver) for phase in phases for receiver, sender in phase.senders.items()]
        self.assertCountEqual(sent, [(i, to) for i, row in enumerate(rows) for to in row])


class Buffers(unittest.TestCase):
    def test_two_nodes_that_send_two_messages_each_before_they_take_any_out_need_room_for_two(self):
        steps = [[((0, 1), None), ((0, 1, "again"), None)], [((1, 0), None), ((1, 0, "again"), None)]]
        self.assertEqual([buffers.deadlocks(steps, room, random.Random(1)) for room in (1, 2)], [True, False])

    def test_in_turn_one_is_enough(self):
        steps = [[((0, 1), (1, 0)), ((0, 1, "again"), (1, 0, "again"))], [((1, 0), (0, 1)), ((1, 0, "again"), (0, 1, "again"))]]
        self.assertFalse(buffers.deadlocks(steps, 1, random.Random(1)))


class DataNetwork(unittest.TestCase):
    def test_routes_turn_at_the_lowest_common_switch(self):
        self.assertEqual([data_network.meeting(0, to) for to in (1, 4, 16)], [1, 2, 3])

    def test_inputs_of_a_switch_share_its_output_equally(self):
        self.assertEqual(data_network.shares([28, 29], 31), {28: 0.5, 29: 0.5})
        shares = data_network.shares([*range(31)], 31)
        self.assertAlmostEqual(sum(shares.values()), 1)
        self.assertAlmostEqual(shares[30], 1 / 5)  # three nodes beside the receiver, two links from above
        self.assertAlmostEqual(shares[27], 2 / 5 / 5 / 4)  # three clusters of four, two links from above


unittest.main()
