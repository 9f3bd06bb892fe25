"""Tests of what needs no weights. Run: python -m unittest discover -s scripts/meaning -p 'test_*.py'"""

import gzip
import sys
import unittest
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "relations"))

import numpy as np

import lexicon
import table_file
import tokens
import vectors


class Meanings(unittest.TestCase):
    def test_keep_a_gloss_whose_note_names_another_word(self):
        self.assertEqual(lexicon.meanings_of(["class session (CL:間)"]), ("class session",))
        self.assertEqual(lexicon.meanings_of(["now (spoken variant of 而家)", "variant of 抱"]), ("now",))


class Vectors(unittest.TestCase):
    def test_of_several_glosses_lean_to_the_first(self):
        rows = np.array([[2048, 0], [0, 2048]])
        found = vectors.gloss_vectors([("a", "b"), ()], ["a", "b"], rows)
        np.testing.assert_allclose(found, [np.array([1, 0.6]) / np.hypot(1, 0.6), [0, 0]])

    def test_of_a_word_without_gloss_have_the_one_that_its_own_embedding_lets_expect(self):
        own = np.repeat([[1.0, 0.0], [0.0, 1.0]], 500, axis=0)
        gloss = np.repeat([[0.0, 1.0], [1.0, 0.0]], 500, axis=0)
        has_gloss = np.ones(1000, bool)
        has_gloss[-1] = False
        joined = vectors.joined(gloss, own, has_gloss)
        self.assertGreater(joined[-1] @ joined[-2], 0.99)
        self.assertLess(joined[-1] @ joined[0], 0)

    def test_are_drawn_to_synonyms_by_their_scores_and_others_stay(self):
        start = np.eye(4)
        now = vectors.retrofitted(start, {0: {1: 90, 2: 30}})
        self.assertGreater(now[0, 1], now[0, 2])
        self.assertGreater(now[0, 2], 0)
        np.testing.assert_array_equal(now[3], start[3])
        np.testing.assert_allclose(np.linalg.norm(now, axis=1), 1)

    def test_of_many_words_are_drawn_in_batches_as_they_are_alone(self):
        count = 2 * (vectors.BATCH // 2 + 2)
        now = vectors.retrofitted(np.tile(np.eye(2), (count // 2, 1)), {word: {0: 50} for word in range(1, count)})
        np.testing.assert_array_equal(now[count - 1], now[1])
        self.assertGreater(now[1, 0], 0.5)

    def test_in_whole_numbers_have_one_length_and_keep_what_is_alike(self):
        numbers = np.random.default_rng(1)
        start = vectors.unit(numbers.normal(size=(400, 120)))
        start[1] = start[0]
        table = vectors.principal(start).astype(float)
        np.testing.assert_array_equal(table[0], table[1])
        np.testing.assert_allclose(np.linalg.norm(table, axis=1), vectors.LENGTH, rtol=0.05)
        self.assertEqual(table.shape, (400, vectors.COMPONENTS))


class Tokens(unittest.TestCase):
    def test_add_up_to_the_word_of_a_gloss(self):
        meanings = [("night",)] * 6 + [("rain",)] * 6 + [("night rain",)] + [("rare",)] * 5
        words = np.array([[40.0, 0]] * 6 + [[0, 40.0]] * 6 + [[28.0, 28.0]] + [[40.0, 0]] * 5)
        names, rows = tokens.token_table(meanings, words)
        self.assertEqual(names, ["night", "rain"])
        night, rain = vectors.unit(rows.astype(float))
        self.assertGreater(night[0], 0.99)
        np.testing.assert_allclose(vectors.unit((night + rain)[None])[0], [0.707, 0.707], atol=0.02)


class File(unittest.TestCase):
    def test_has_the_names_in_code_point_order_and_one_component_after_another(self):
        data = table_file.content("words", ["海", "夜"], np.array([[1, 2], [3, 4]], np.int8))
        self.assertEqual(data, '{"words": 2, "components": 2}\n夜\n海\n'.encode() + bytes([3, 1, 4, 2]))

    def test_is_the_same_whenever_it_is_written(self):
        packed = table_file.packed(b"content")
        self.assertEqual(packed[4:8], bytes(4))
        self.assertEqual(gzip.decompress(packed), b"content")


if __name__ == "__main__":
    unittest.main()
