"""Reads every shared table in both formats, and compares it with the CSV of the same delivery.

Usage: read_twins.py PROFILE DIRECTORY, with DIRECTORY/TABLE.csv. Prints what it found as JSON.
"""

import json
import sys

import delta_sharing
import pandas as pd

profile, directory = sys.argv[1:]
client = delta_sharing.SharingClient(profile)


def texts(column):
    """Returns the values as the CSV has them, None for missing ones."""
    return [None if pd.isna(value) else value for value in column]


def is_same(value, text):
    """Returns true if a value that was read is what the CSV says."""
    if value is None or text is None:
        return value is None and text is None
    if isinstance(value, (bool,)) or str(type(value)).endswith("numpy.bool'>"):
        return str(bool(value)).lower() == text
    if isinstance(value, pd.Timestamp):
        return value.tzinfo is None and value == pd.Timestamp(text)
    if isinstance(value, str):
        return value == text
    if hasattr(value, "isoformat"):
        return value.isoformat() == text
    return float(value) == float(text)


def compare(frame, table):
    csv = pd.read_csv(f"{directory}/{table}.csv", dtype=str, keep_default_na=False, na_values=[""])
    found = {"rows": len(frame), "columns": list(frame.columns) == list(csv.columns), "types": {}, "differ": {}}
    for name in csv.columns:
        read, said = texts(frame[name]), texts(csv[name])
        found["types"][name] = str(frame[name].dtype)
        differ = [pair for pair in zip(read, said) if not is_same(*pair)]
        if differ or len(read) != len(said):
            found["differ"][name] = [len(differ), str(differ[:3])]
    found["nulls"] = {name: int(csv[name].isna().sum()) for name in csv.columns}
    return found


answer = {"shares": [share.name for share in client.list_shares()], "tables": {}}
for table in client.list_all_tables():
    address = f"{profile}#{table.share}.{table.schema}.{table.name}"
    answer["tables"][table.name] = {
        "parquet": compare(delta_sharing.load_as_pandas(address), table.name),
        "delta": compare(delta_sharing.load_as_pandas(address, use_delta_format=True), table.name),
        "limited": len(delta_sharing.load_as_pandas(address, limit=5)),
        "version": delta_sharing.get_table_version(address),
        "first": len(delta_sharing.load_as_pandas(address, version=0)),
    }
try:
    delta_sharing.load_as_pandas(f"{profile}#{table.share}.twin.absent")
except Exception as error:
    answer["absent"] = str(error)[:300]
print(json.dumps(answer))
