"""Invoices on Spark: each partition is piped through `platen pipe`.

    pip install pyspark
    python3 spark.py --data invoices.jsonl --out invoices

On a cluster, `spark-submit spark.py --data s3a://bucket/invoices.jsonl --out s3://bucket/invoices`, with `platen`, `platen-server`
and the template on every node.
"""

import argparse
import json
import os
import shlex
import sys
import time
from pathlib import Path

from pyspark.sql import SparkSession

here = Path(__file__).resolve().parent
parser = argparse.ArgumentParser()
parser.add_argument("--data", required=True, help="JSON Lines: a record a line")
parser.add_argument("--out", required=True, help="a folder that all nodes see, or s3://bucket/prefix")
parser.add_argument("--template", default=str(here / "template.json"))
parser.add_argument("--name", default="{number}", help="pattern of the files' names")
parser.add_argument("--date", default=os.environ.get("SOURCE_DATE_EPOCH") or str(int(time.time())), help="of all documents")
parser.add_argument("--partitions", type=int, default=4, help="at least so many")
options = parser.parse_args()

# a path of this machine has another meaning in the folder of an executor
local = lambda place: place if "://" in place else os.path.abspath(place)
platen = shlex.split(os.environ.get("PLATEN", "platen"))
command = shlex.join(
    [*platen, "pipe", local(options.template), "--out", local(options.out), "--name", options.name, "--date", options.date]
)

session = SparkSession.builder.appName("platen").getOrCreate()
session.sparkContext.setLogLevel("WARN")
lines = session.sparkContext.textFile(local(options.data), options.partitions)
# without `env` the program has an empty environment; its codes 2 and 75 fail the partition, which Spark then tries again
answers = lines.pipe(command, env=dict(os.environ), checkCode=True).map(json.loads)
# in one pass: an RDD with two actions is rendered twice
documents, pages, refused = answers.aggregate(
    (0, 0, []),
    lambda sums, a: (sums[0] + 1, sums[1] + a["pages"], sums[2]) if a["ok"] else (sums[0], sums[1], [*sums[2], a][:20]),
    lambda a, b: (a[0] + b[0], a[1] + b[1], [*a[2], *b[2]][:20]),
)
session.stop()
print(f"{documents:,} documents, {pages:,} pages", file=sys.stderr)
for answer in refused:
    print(f"refused: {answer['code']} {answer['path']} {answer['message']}", file=sys.stderr)
