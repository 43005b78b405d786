"""RapidFuzz's scorers by the names that mix.text has for them, and what their scores reach."""

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA, JaroWinkler, Levenshtein

SCORERS = {
    "ratio": (fuzz.ratio, 100),
    "partial_ratio": (fuzz.partial_ratio, 100),
    "token_sort_ratio": (fuzz.token_sort_ratio, 100),
    "token_set_ratio": (fuzz.token_set_ratio, 100),
    "wratio": (fuzz.WRatio, 100),
    "jaro_winkler": (JaroWinkler.similarity, 1),
    "levenshtein_ratio": (Levenshtein.normalized_similarity, 1),
    "damerau_ratio": (OSA.normalized_similarity, 1),
}
