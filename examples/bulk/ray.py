"""Invoices on Ray: each actor has a `platen pipe` for as long as it lives.

    pip install "ray[data]"
    python3 ray.py --data invoices.jsonl --out invoices

On a cluster, `platen`, `platen-server` and the template are on every node, and data and documents in a store (s3://).
"""

import argparse
import json
import os
import shlex
import subprocess
import sys
import threading
import time
from pathlib import Path

here = Path(__file__).resolve().parent
# this file has the name of the package
sys.path[:] = [place for place in sys.path if Path(place or ".").resolve() != here]

import ray  # noqa: E402

parser = argparse.ArgumentParser()
parser.add_argument("--data", required=True, help="JSON Lines: a record a line")
parser.add_argument("--out", required=True, help="a folder that all nodes see, or s3://bucket/prefix")
parser.add_argument("--template", default=str(here / "template.json"))
parser.add_argument("--name", default="{number}", help="pattern of the files' names")
parser.add_argument("--date", default=os.environ.get("SOURCE_DATE_EPOCH") or str(int(time.time())), help="of all documents")
parser.add_argument("--actors", type=int, default=2)


class Pipe:
    """A process that answers each line with a line, in order."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def send(self, lines):
        try:
            for line in lines:
                self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # the answer that is missing tells

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"platen pipe ended with {self.process.wait()}")
        return json.loads(line)

    def __call__(self, batch):
        lines = list(batch["text"])
        # lines are sent while answers are read: neither side waits for the other
        sender = threading.Thread(target=self.send, args=(lines,))
        sender.start()
        answers = [self.answer() for _ in lines]
        sender.join()
        return {"answer": [json.dumps(answer) for answer in answers]}


def main():
    options = parser.parse_args()
    # a path of this machine has another meaning in the folder of an actor
    local = lambda place: place if "://" in place else os.path.abspath(place)
    platen = shlex.split(os.environ.get("PLATEN", "platen"))
    command = [*platen, "pipe", local(options.template), "--out", local(options.out), "--name", options.name, "--date", options.date]

    ray.init(log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False
    # the actors may take all cores: reading takes none
    lines = ray.data.read_text(local(options.data), override_num_blocks=4 * options.actors, num_cpus=0)
    pool = ray.data.ActorPoolStrategy(min_size=1, max_size=options.actors)
    answers = lines.map_batches(Pipe, fn_constructor_args=(command,), batch_size=64, compute=pool)
    documents = pages = refused = 0
    for row in answers.iter_rows():
        answer = json.loads(row["answer"])
        if answer["ok"]:
            documents += 1
            pages += answer["pages"]
        else:
            refused += 1
            if refused <= 20:
                print(f"refused: {answer['code']} {answer['path']} {answer['message']}", file=sys.stderr)
    ray.shutdown()
    print(f"{documents:,} documents, {pages:,} pages, {refused:,} refused", file=sys.stderr)


if __name__ == "__main__":
    main()
