import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { has, needs, optional, root } from "../support/tools.js";

/*
 * Each engine of examples/bulk gives the files of one `platen batch` (BK-36). `.ci/run` does not install Spark and Ray, each of half a gigabyte:
 * `pip install --target .cache/engines pyspark==4.3.0 "ray[data]==2.60.0"` runs their tests.
 */

const folder = path.join(root, "examples/bulk");
const cli = path.join(root, "dist/runtime/cli/cli.js");
const dir = mkdtempSync(path.join(tmpdir(), "platen-engines-"));
afterAll(() => rmSync(dir, { recursive: true }));
const at = (...name: readonly string[]): string => path.join(dir, ...name);

/** Python packages, from `pip install --target .cache/engines` or the interpreter's. */
const engines = path.join(root, ".cache/engines");
const python = process.env["PYTHON"] ?? "python3";
const env: Record<string, string> = {
  ...(process.env as Record<string, string>),
  PATH: `${at("bin")}:${process.env["PATH"]}`,
  PYTHONPATH: [engines, process.env["PYTHONPATH"]].filter(Boolean).join(":"),
  SOURCE_DATE_EPOCH: "1769817600",
  RAY_USAGE_STATS_ENABLED: "0",
};
delete env["NATS_URL"];
delete env["PLATEN"];
const hasPython = (name: string): boolean =>
  spawnSync(python, ["-c", `import importlib.util, sys; sys.exit(importlib.util.find_spec("${name}") is None)`], { env }).status === 0;
const client = path.join(root, ".cache/nats/node_modules");

/** Names and hashes of the documents. */
const documents = (out: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(at(out))
      .filter((name) => name.endsWith(".pdf"))
      .sort()
      .map((name) => [
        name,
        createHash("sha256")
          .update(readFileSync(at(out, name)))
          .digest("hex"),
      ]),
  );

describe("examples/bulk", () => {
  const COUNT = 40;
  const head = (name: string, lines: number): string =>
    readFileSync(path.join(folder, name), "utf8").split("\n").slice(0, lines).join("\n");
  const ended = (code: number, program: string, args: readonly string[], more: Record<string, string> = {}): void => {
    const { status, stderr } = spawnSync(program, args, { cwd: dir, env: { ...env, ...more }, encoding: "utf8", maxBuffer: 1 << 26 });
    expect(status, stderr).toBe(code);
  };
  const done = (program: string, ...args: readonly string[]): void => ended(0, program, args);
  const template = path.join(folder, "template.json");
  const batch = (data: string, out: string): void =>
    done("platen", "batch", template, "--data", data, "--out", out, "--name", "{number}", "--allow-refused", "--quiet");

  beforeAll(() => {
    mkdirSync(at("bin"));
    writeFileSync(at("bin", "platen"), `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`);
    chmodSync(at("bin", "platen"), 0o755);
    // a blank line is no record, and one of the records is refused
    writeFileSync(at("records.jsonl"), `${head("invoices.jsonl", COUNT)}\n\n{"number":"x"}\n`);
    batch("records.jsonl", "batch");
    expect(Object.keys(documents("batch"))).toHaveLength(COUNT);
  });

  test("has the same 1,000 records in both forms", () => {
    const count = (name: string): number => readFileSync(path.join(folder, name), "utf8").trimEnd().split("\n").length;
    expect([count("invoices.jsonl"), count("invoices.csv")]).toEqual([1000, 1001]);
    writeFileSync(at("records.csv"), head("invoices.csv", COUNT + 1));
    batch("records.csv", "csv");
    expect(documents("csv")).toEqual(documents("batch"));
  });

  test("indexed-job.sh", () => {
    done("sh", path.join(folder, "indexed-job.sh"), "--data", "records.jsonl", "--out", "job", "--completions", "3");
    expect(documents("job")).toEqual(documents("batch"));
    // a code that is not tried again is the job's
    ended(2, "sh", [path.join(folder, "indexed-job.sh"), "--data", "none.jsonl", "--out", "none"]);
  });

  const haveNats = needs("NATS (nats-server, and .cache/nats of .ci/run)", has("nats-server") && existsSync(client));
  test.runIf(haveNats)("queue-nats.mjs", () => {
    cpSync(folder, at("queue"), { recursive: true });
    symlinkSync(client, at("queue", "node_modules"));
    // the first try of a shard fails as by a full disk
    const once = `#!/bin/sh\n[ -e '${at("failed")}' ] || { : > '${at("failed")}'; exit 75; }\nexec platen "$@"\n`;
    writeFileSync(at("bin", "once"), once);
    chmodSync(at("bin", "once"), 0o755);
    const queue = (data: string, out: string): readonly string[] => [
      at("queue", "queue-nats.mjs"),
      "--data",
      data,
      "--out",
      out,
      "--shards",
      "3",
    ];
    ended(0, process.execPath, queue("records.jsonl", "nats"), { PLATEN: "once" });
    expect(documents("nats")).toEqual(documents("batch"));
    ended(2, process.execPath, queue("none.jsonl", "none"));
  });

  test.runIf(optional("Spark (PyPI pyspark, in .cache/engines)", hasPython("pyspark") && has("java")))("spark.py", () => {
    done(python, path.join(folder, "spark.py"), "--data", "records.jsonl", "--out", "spark");
    expect(documents("spark")).toEqual(documents("batch"));
  });

  test.runIf(optional("Ray (PyPI ray[data], in .cache/engines)", hasPython("ray")))("ray.py", () => {
    done(python, path.join(folder, "ray.py"), "--data", "records.jsonl", "--out", "ray");
    expect(documents("ray")).toEqual(documents("batch"));
  });
});
