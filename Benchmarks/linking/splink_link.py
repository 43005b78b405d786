"""Links two tables with Splink (DuckDB) and prints how well: each row once, the likeliest pair first. Trained on the
tables themselves, without labels, as its tutorial does. Of several thresholds the one counts that is best for it.

splink_link.py LEFT.csv RIGHT.csv THREADS"""

import json
import os
import sys
import time

os.environ.setdefault("SPLINK_LOG_LEVEL", "ERROR")
import duckdb
import splink.comparison_library as cl
from splink import Linker, SettingsCreator, block_on
from splink.internals.duckdb.database_api import DuckDBAPI

left, right, threads = sys.argv[1], sys.argv[2], int(sys.argv[3])
start = time.perf_counter()
connection = duckdb.connect()
connection.execute(f"SET threads = {threads}")
for name, path in [("lefts", left), ("rights", right)]:
    # Lower case, and the words that every cleaning takes away.
    connection.execute(f"""
        CREATE TABLE {name} AS SELECT row_number() OVER () AS unique_id, work,
        trim(regexp_replace(lower(title), '\\s+', ' ', 'g')) AS title,
        regexp_replace(lower(artist), '^the |, the$', '') AS artist,
        lower(album) AS album, try_cast(duration AS INTEGER) AS duration
        FROM read_csv('{path}', all_varchar = true)""")
api = DuckDBAPI(connection)
tables = [api.register("lefts", dataset_display_name="a"), api.register("rights", dataset_display_name="b")]
settings = SettingsCreator(
    link_type="link_only",
    comparisons=[
        cl.JaroWinklerAtThresholds("title", [0.92, 0.8]).configure(term_frequency_adjustments=True),
        cl.JaroWinklerAtThresholds("artist", [0.92, 0.8]).configure(term_frequency_adjustments=True),
        cl.ExactMatch("album"),
        cl.CustomComparison(
            output_column_name="duration",
            comparison_levels=[
                {"sql_condition": "duration_l IS NULL OR duration_r IS NULL",
                 "label_for_charts": "null", "is_null_level": True},
                {"sql_condition": "abs(duration_l - duration_r) <= 2", "label_for_charts": "near"},
                {"sql_condition": "abs(duration_l - duration_r) <= 5", "label_for_charts": "close"},
                {"sql_condition": "ELSE", "label_for_charts": "else"},
            ]),
    ],
    blocking_rules_to_generate_predictions=[
        block_on("title"), block_on("artist", "substr(title, 1, 3)"), block_on("album"),
        block_on("artist", "duration"), block_on("substr(title, 1, 6)", "duration")])
linker = Linker(tables, settings, log_level="ERROR")
linker.training.estimate_probability_two_random_records_match([block_on("title", "artist")], recall=0.8)
linker.training.estimate_u_using_random_sampling(max_pairs=2e6)
linker.training.estimate_parameters_using_expectation_maximisation(block_on("title"))
linker.training.estimate_parameters_using_expectation_maximisation(block_on("artist"))
found = linker.inference.predict(threshold_match_probability=0.5)
rows = connection.execute(f"""
    SELECT match_probability, unique_id_l, unique_id_r, source_dataset_l FROM {found.physical_name}
    ORDER BY match_probability DESC, unique_id_l, unique_id_r""").fetchall()
works = [dict(connection.execute(f"SELECT unique_id, work FROM {name}").fetchall()) for name in ("lefts", "rights")]
known = len(set(works[0].values()) & set(works[1].values()))


def measured(threshold):
    taken_left, taken_right, good, links = set(), set(), 0, 0
    for probability, one, other, source in rows:
        if probability < threshold:
            break
        if source != "a":
            one, other = other, one
        if one in taken_left or other in taken_right:
            continue
        taken_left.add(one)
        taken_right.add(other)
        links += 1
        good += works[0][one] == works[1][other]
    precision, recall = good / max(1, links), good / known
    f1 = 2 * precision * recall / max(1e-9, precision + recall)
    return {"f1": f1, "precision": precision, "recall": recall, "threshold": threshold}


seconds = time.perf_counter() - start
best = max((measured(threshold) for threshold in (0.5, 0.9, 0.99, 0.999, 0.9999)), key=lambda found: found["f1"])
print(json.dumps({**best, "seconds": seconds}))
