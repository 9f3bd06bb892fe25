"""Tests of what needs no weights. Run: python -m unittest discover -s scripts/relations -p 'test_*.py'"""

import unittest

import numpy as np

import glosses
import kinship
import neighbours
import probability
import rules
import table
from vocabulary import Word


def word(text: str, **given) -> Word:
    known = dict(
        popularity=0, pos="a", category="", register="通", valence="", comparable=True, coarse=False, known=False, meanings=()
    )
    return Word(text=text, **{**known, **given})


class Glosses(unittest.TestCase):
    def test_leave_out_labels_references_and_what_comes_late(self):
        found = glosses.meanings(["(literary) to hug; to embrace sb", "variant of 抱[bao4]", "a", "b", "c"])
        self.assertEqual(found, ["to hug", "to embrace", "a", "b"])


class Kinship(unittest.TestCase):
    def test_counts_the_company_of_the_word_that_has_less(self):
        charge = {1: 90, 2: 80, 3: 80}
        self.assertEqual(kinship.shared_company(charge, {2: 90}), 400)
        self.assertEqual(kinship.shared_company(charge, {4: 99}), 0)

    def test_draws_a_word_towards_its_curated_synonyms_and_leaves_the_others(self):
        vectors = np.array([[2048, 0], [0, 2048], [2048, 0]], np.int16)
        found = kinship.with_kin(vectors, kinship.neighbourhoods({(0, 1)}))
        self.assertEqual(found.tolist(), [[1448, 1448], [1448, 1448], [2048, 0]])


class Rules(unittest.TestCase):
    def test_keep_negations_of_one_character_in_common_apart(self):
        self.assertTrue(rules.one_is_negated(word("後悔"), word("無悔")))
        self.assertFalse(rules.one_is_negated(word("不得不"), word("不能不")))
        self.assertFalse(rules.one_is_negated(word("無聲"), word("寂")))

    def test_keep_opposed_characters_apart(self):
        self.assertTrue(rules.opposed_characters(word("易懂"), word("難懂")))
        self.assertFalse(rules.opposed_characters(word("易懂"), word("好懂")))

    def test_keep_opposed_valence_apart_but_not_where_one_is_unknown(self):
        self.assertTrue(rules.opposed_valence(word("好", valence="正"), word("壞", valence="負")))
        self.assertFalse(rules.opposed_valence(word("好", valence="正"), word("壞")))


class Likelihood(unittest.TestCase):
    def test_is_in_whole_per_cent(self):
        # Sums of 0, ln 3 and -ln 3: one half, three quarters, one quarter.
        coefficients = {"one": 1000, "constant": 0}
        found = probability.percent(np.array([[0], [1099], [-1098]]), coefficients)
        self.assertEqual(found.tolist(), [50, 75, 25])

    def test_rises_with_what_was_accepted(self):
        measures = np.array([[0], [0], [1000], [1000]])
        fitted = probability.fit(("one",), measures, np.array([False, False, True, True]))
        self.assertGreater(fitted["one"], 0)


class Neighbours(unittest.TestCase):
    def test_are_the_nearest_first_without_the_word_itself_and_ties_in_order(self):
        vectors = np.array([[2048, 0], [2048, 0], [2048, 0], [0, 2048]], np.int16)
        words, others, ranks = neighbours.neighbours(vectors, 500)
        self.assertEqual(list(zip(words.tolist(), others.tolist(), ranks.tolist()))[:2], [(0, 1, 0), (0, 2, 1)])
        self.assertNotIn(3, words.tolist())


class Table(unittest.TestCase):
    def test_has_a_line_a_word_in_order_of_code_points(self):
        text = table.table_text(["乙", "一", "丁"], {"synonyms": [(0, 1, 95), (1, 2, 80)], "antonyms": []}, {"synonyms": 90, "antonyms": 78})
        # 一 U+4E00, 丁 U+4E01, 乙 U+4E59
        self.assertEqual(text, "一\t=952 ~801\n丁\t\n乙\t\n")

    def test_counts_in_base_36(self):
        self.assertEqual([table.base36(n) for n in (0, 35, 36, 1295)], ["0", "z", "10", "zz"])

    def test_keeps_a_pair_that_is_among_the_likeliest_of_either_word(self):
        pairs, percents = np.array([[0, 1], [0, 2], [1, 2]]), np.array([90, 80, 85])
        self.assertEqual(table.strongest(pairs, percents, 1), [(0, 1, 90), (1, 2, 85)])


if __name__ == "__main__":
    unittest.main()
