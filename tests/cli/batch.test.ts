import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { jsonl, linesIn, sha, type Line } from "../support/bulk.js";
import { root } from "../support/tools.js";

const dir = mkdtempSync(path.join(tmpdir(), "platen-batch-"));
afterAll(() => rmSync(dir, { recursive: true }));
const at = (...name: readonly string[]): string => path.join(dir, ...name);
const cli = path.join(root, "dist/runtime/cli/cli.js");

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}
function run(args: readonly string[], { input = "", env = {} }: { input?: string; env?: Record<string, string> } = {}): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
    encoding: "utf8",
    cwd: dir,
    input,
    env: { ...process.env, ...env },
    maxBuffer: 1 << 28,
  });
  return { status, stdout, stderr };
}
const TWO = ["--workers", "2"];
/** With one render process, since its start takes longer than most runs, unless `more` says how many. */
const batch = (out: string, data: string, ...more: readonly string[]): Ended => {
  const workers = more.includes("--workers") ? [] : ["--workers", "1"];
  return run(["--json", "batch", "letter.json", "--data", data, "--out", out, ...workers, ...more]);
};

writeFileSync(
  at("letter.json"),
  JSON.stringify({
    schema: {
      fields: [
        { name: "name", type: "string", required: true },
        { name: "width", type: "number", default_value: 50 },
      ],
    },
    pages: [
      {
        size: "a6",
        elements: [{ type: "text", layout: { left: 10, top: 10 }, style: { width: "{{width}}" }, content: "Dear {{name}}" }],
      },
    ],
  }),
);
const write = (name: string, content: string | Uint8Array): string => (writeFileSync(at(name), content), name);
const names = (n: number): readonly object[] => Array.from({ length: n }, (_, i) => ({ name: `Person ${i + 1}` }));

const lines = (...file: readonly string[]): Line[] => linesIn(at(...file));
/** Names and hashes of all files below a folder. */
const files = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(at(folder), { recursive: true, withFileTypes: true })
      .filter((e) => e.isFile())
      .map((e) => path.join(e.parentPath, e.name))
      .sort()
      .map((file) => [path.relative(at(folder), file), sha(readFileSync(file))]),
  );
const done = ({ stdout }: Ended): Line => JSON.parse(stdout) as Line;

describe("platen batch", () => {
  test("gives the files of previews, an index and the refused records", () => {
    const records = [{ name: "Ada" }, { name: "" }, { name: "Bob", width: -1 }, [], { name: "Eve" }];
    const data = write("five.jsonl", `${jsonl(records)}{"name":\n`);
    const ended = batch("five", data, "--key", "name", ...TWO);
    expect(ended.status).toBe(1);
    expect(ended.stderr).toMatch(/^6 records: 2 documents, 4 refused, 2 pages, .* kB in .* s\n$/);
    expect(done(ended)).toMatchObject({
      records: 6,
      documents: 2,
      refused: 4,
      resumed: 0,
      pages: 2,
      complete: true,
      index: "five/index.jsonl",
    });
    expect(Object.keys(files("five"))).toEqual(["00000001.pdf", "00000005.pdf", "errors.jsonl", "index.jsonl"]);
    write("ada.json", JSON.stringify({ name: "Ada" }));
    expect(run(["templates", "preview", "letter.json", "--data", "ada.json", "-o", "ada.pdf"]).status).toBe(0);
    const pdf = readFileSync(at("ada.pdf"));
    const [header, first, second, last] = lines("five", "index.jsonl");
    expect(header).toMatchObject({
      format: 1,
      template_sha256: sha(readFileSync(at("letter.json"))),
      sources: [{ name: "five.jsonl", bytes: statSync(at("five.jsonl")).size }],
      shard: null,
      date: "2026-01-01T00:00:00Z",
    });
    expect(Object.keys(header!)).toEqual(["platen", "format", "run", "template_sha256", "sources", "shard", "date"]);
    expect(JSON.stringify(first)).toBe(
      JSON.stringify({
        ...{ n: 1, key: "Ada", source: 0, offset: 0, file: "00000001.pdf", first_page: 1, pages: 1, bytes: pdf.length },
        ...{ sha256: sha(pdf), record_sha256: sha('{"name":"Ada"}') },
      }),
    );
    expect(readFileSync(at("five", "00000001.pdf")).equals(pdf)).toBe(true);
    expect(second).toMatchObject({ n: 5, key: "Eve", offset: jsonl(records.slice(0, 4)).length });
    expect(last).toMatchObject({ done: true, records: 6, documents: 2, refused: 4, pages: 2 });
    const errors = lines("five", "errors.jsonl");
    expect(errors.map((e) => [e["n"], e["code"], e["path"]])).toEqual([
      [2, "API-002", "/name"],
      [3, "API-002", "/pages/0/elements/0/style/width"],
      [4, "API-002", ""],
      [6, "API-001", ""],
    ]);
    expect(Object.keys(errors[1]!)).toEqual(["n", "key", "source", "offset", "record_sha256", "code", "path", "message"]);
    expect(errors[0]!["message"]).toBe("name: the required field is blank");
  });

  test("a run that is done does nothing and ends as it did; --allow-refused ends with 0", () => {
    const before = files("five");
    const again = batch("five", "five.jsonl", "--key", "name");
    expect([again.status, done(again)["resumed"], done(again)["refused"]]).toEqual([1, 6, 4]);
    expect(batch("five", "five.jsonl", "--key", "name", "--allow-refused").status).toBe(0);
    expect(files("five")).toEqual(before);
  });

  test("another run's index is named and not touched; --replace begins anew", () => {
    const before = files("five");
    for (const [more, what] of [
      [["--key", "width"], "the options"],
      [["--key", "name", "--date", "2026-01-31T12:00:00+01:00"], "the date"],
      [["--key", "name", "--shard", "0/2"], null],
    ] as const) {
      const { status, stderr } = batch(what === null ? "shard" : "five", "five.jsonl", ...more);
      if (what === null) expect(status).toBe(1);
      else expect([status, stderr.includes(`another run: ${what}`)], stderr).toEqual([2, true]);
    }
    expect(files("five")).toEqual(before);
    const replaced = batch("five", "five.jsonl", "--key", "name", "--date", "0", "--replace");
    expect([replaced.status, done(replaced)["resumed"]]).toEqual([1, 0]);
    expect(lines("five", "index.jsonl")[0]).toMatchObject({ date: "1970-01-01T00:00:00Z" });
  });

  test("forms of input give the same documents", () => {
    const values = names(6);
    write("same.jsonl", jsonl(values));
    write("same.jsonl.gz", gzipSync(jsonl(values)));
    write("same.json", JSON.stringify(values, null, 2));
    write(
      "same.csv",
      `\ufeffname;width\r\n${names(6)
        .map((_, i) => `"Person ${i + 1}";50,0\r\n`)
        .join("")}`,
    );
    write(
      "same.tsv",
      `name\textra\n${names(6)
        .map((_, i) => `Person ${i + 1}\tx`)
        .join("\n")}`,
    );
    const pdfs = (name: string, ...more: readonly string[]): unknown => {
      const ended = batch(`out-${name}`, name, ...more);
      expect(ended.status, ended.stderr).toBe(0);
      return Object.entries(files(`out-${name}`)).filter(([file]) => file.endsWith(".pdf"));
    };
    const first = pdfs("same.jsonl", ...TWO);
    expect(first).toHaveLength(6);
    for (const name of ["same.jsonl.gz", "same.json", "same.tsv"]) expect(pdfs(name), name).toEqual(first);
    expect(pdfs("same.csv", "--delimiter", ";", "--decimal", ",")).toEqual(first);
    const piped = run(["batch", "letter.json", "--data", "-", "--out", "out-input", "-q"], { input: jsonl(values) });
    expect(piped).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(Object.entries(files("out-input")).filter(([file]) => file.endsWith(".pdf"))).toEqual(first);
  });

  test("a folder's files by their names, and shards of an Indexed Job", () => {
    mkdirSync(at("parts"));
    write("parts/b.jsonl", jsonl(names(3)));
    write("parts/a.ndjson", jsonl(names(5)));
    write("parts/notes.txt", "no records");
    const whole = batch("whole", "parts");
    expect([whole.status, done(whole)["records"]]).toEqual([0, 8]);
    expect(lines("whole", "index.jsonl")[0]!["sources"]).toMatchObject([{ name: "a.ndjson" }, { name: "b.jsonl" }]);
    const args = [
      "--json",
      "batch",
      "letter.json",
      "--data",
      "parts",
      "--out",
      "shards",
      "--workers",
      "1",
      "--name",
      "{record_sha256}-{n}-{shard}",
    ];
    const counts = [0, 1, 2].map((i) => {
      const ended = run(args, { env: { JOB_COMPLETION_INDEX: String(i), JOB_COMPLETIONS: "3" } });
      expect(ended.status, ended.stderr).toBe(0);
      return done(ended)["records"] as number;
    });
    expect(counts.reduce((a, b) => a + b, 0)).toBe(8);
    const found = readdirSync(at("shards")).filter((f) => f.endsWith(".jsonl"));
    expect(found.sort()).toEqual(
      [0, 1, 2].flatMap((i) => [`errors-0000${i}-of-00003.jsonl`]).concat([0, 1, 2].map((i) => `index-0000${i}-of-00003.jsonl`)),
    );
    const { status, stderr } = run(args, { env: { JOB_COMPLETION_INDEX: "1", JOB_COMPLETIONS: "" } });
    expect([status, stderr.includes("JOB_COMPLETIONS")]).toEqual([2, true]);
  });

  test("errors are next to the index, named as it", () => {
    const data = write("elsewhere.jsonl", jsonl([{ name: "a" }, {}]));
    mkdirSync(at("logs"));
    for (const [index, errors] of [
      ["logs/index.jsonl", "logs/errors.jsonl"],
      ["logs/may-index-2.jsonl", "logs/may-errors-2.jsonl"],
      ["logs/reindexed.jsonl", "logs/reindexed.errors.jsonl"],
      ["logs/night", "logs/night.errors"],
    ] as const) {
      const ended = batch("elsewhere", data, "--index", index);
      expect([ended.status, done(ended)["index"], done(ended)["errors"]], ended.stderr).toEqual([1, index, errors]);
      expect(lines(errors)).toMatchObject([{ n: 2 }]);
    }
    expect(done(batch("elsewhere", data, "--index", "logs/x", "--errors", "logs/y"))["errors"]).toBe("logs/y");
    expect(Object.keys(files("elsewhere"))).toEqual(["00000001.pdf"]);
  });

  test("names: folders, a name twice, a file from elsewhere", () => {
    const data = write("named.jsonl", jsonl([{ name: "a" }, { name: "b" }, { name: "a" }, { name: "c" }, { name: "d/../.." }]));
    expect(batch("named", data, "--name", "x/{name}").status).toBe(1);
    expect(Object.keys(files("named"))).toEqual(["errors.jsonl", "index.jsonl", "x/a.pdf", "x/b.pdf", "x/c.pdf", "x/d_..___.pdf"]);
    expect(lines("named", "errors.jsonl").map((e) => [e["n"], e["code"], e["message"]])).toEqual([
      [3, "API-002", "name: x/a.pdf is the name of record 1"],
    ]);
    // the same bytes are as if written, others are not touched
    mkdirSync(at("others"));
    writeFileSync(at("others", "a.pdf"), readFileSync(at("named", "x", "a.pdf")));
    writeFileSync(at("others", "b.pdf"), "mine");
    const one = write("ab.jsonl", jsonl([{ name: "a" }, { name: "b" }]));
    expect(batch("others", one, "--name", "{name}").status).toBe(1);
    expect(lines("others", "errors.jsonl")[0]).toMatchObject({ n: 2, code: "API-002" });
    expect(readFileSync(at("others", "b.pdf"), "utf8")).toBe("mine");
    mkdirSync(at("replaced"));
    writeFileSync(at("replaced", "b.pdf"), "mine");
    expect(batch("replaced", one, "--name", "{name}", "--replace").status).toBe(0);
    expect(readFileSync(at("replaced", "b.pdf"), "latin1")).toMatch(/^%PDF/);
  });

  test("ends by the data: what came before is kept, and it ends there again", () => {
    const data = write("refused.jsonl", jsonl([{ name: "a" }, {}, { name: "b" }, {}, {}, { name: "c" }]));
    for (const [out, more, records] of [
      ["stop", ["--on-error", "stop"], 2],
      ["most", ["--max-failures", "1"], 4],
    ] as const)
      for (let i = 0; i < 2; i++) {
        const ended = batch(out, data, ...TWO, ...more);
        expect([ended.status, done(ended)["records"], done(ended)["complete"]], ended.stderr).toEqual([3, records, false]);
        expect(lines(out, "index.jsonl").some((l) => "done" in l)).toBe(false);
        expect(lines(out, "errors.jsonl").at(-1)!["n"]).toBe(records);
      }
    // without the bound it goes on
    expect(done(batch("stop", data, ...TWO))).toMatchObject({ records: 6, resumed: 2, documents: 3, complete: true });
    const torn = write("torn.json", '[{"name":"a"},{"name":"b"},{"name"');
    for (let i = 0; i < 2; i++) {
      const ended = batch("torn", torn);
      expect([ended.status, done(ended)["documents"]], ended.stderr).toEqual([3, 2]);
      expect(lines("torn", "errors.jsonl")).toHaveLength(1);
      expect(lines("torn", "errors.jsonl")[0]).toMatchObject({
        n: 3,
        code: "API-001",
        message: "the JSON is broken: the array does not end",
      });
    }
  });

  test("wrong from the start: 2, and nothing is written", () => {
    write("broken.json", '{"schema": {"fields": []}, "pages": [{"size": "a4", "elements": [{"type": "text", "content": "{{nothing}}"}]}]}');
    write("empty-folder.txt", "");
    mkdirSync(at("empty"));
    write("x.jsonl", "{}\n");
    write("x.csv", "other\n1\n");
    const ok = ["batch", "letter.json", "--out", "never"];
    for (const [args, found] of [
      [["batch", "broken.json", "--data", "x.jsonl", "--out", "never"], "nothing"],
      [["batch", "nowhere.json", "--data", "x.jsonl", "--out", "never"], "nowhere.json"],
      [[...ok, "--data", "nowhere.jsonl"], "nowhere.jsonl"],
      [[...ok, "--data", "empty-folder.txt"], "--format"],
      [[...ok, "--data", "empty"], "empty"],
      [[...ok, "--data", "x.jsonl", "--data", "-"], "standard input"],
      [[...ok, "--data", "x.csv"], "name"],
      [[...ok, "--data", "x.csv", "--group", "g"], "name"],
      [[...ok, "--data", "x.jsonl", "--shard", "3/3"], "--shard"],
      [[...ok, "--data", "x.jsonl", "--name", "../{n}"], "--name"],
      [[...ok, "--data", "x.jsonl", "--date", "yesterday"], "--date"],
      [[...ok, "--data", "x.jsonl", "--workers", "0"], "--workers"],
      [[...ok, "--data", "x.jsonl", "--one", "a.pdf"], "--one"],
      [[...ok, "--data", "s3://bucket/x.jsonl"], "s3://bucket"],
      [["batch", "letter.json", "--data", "x.jsonl"], "--out"],
      [["batch", "letter.json", "--data", "x.jsonl", "--out", "x.csv"], "x.csv"],
      [["batch", "letter.json", "--data", "x.jsonl", "--out", "/dev/null/never"], "/dev/null/never"],
    ] as const) {
      const { status, stdout, stderr } = run(args);
      expect([status, stderr.includes(found), stdout], `${args.join(" ")}: ${stderr}`).toEqual([2, true, ""]);
    }
    expect(existsSync(at("never"))).toBe(false);
  });

  test("a record that has changed since is refused with its number", () => {
    const data = write("changing.jsonl", jsonl(names(4)));
    expect(batch("changing", data).status).toBe(0);
    const index = at("changing", "index.jsonl");
    writeFileSync(index, readFileSync(index, "utf8").split("\n").slice(0, 4).join("\n"));
    write("changing.jsonl", jsonl(names(4)).replace("Person 2", "Person X"));
    const { status, stderr } = batch("changing", data);
    expect([status, stderr.includes("record 2")], stderr).toEqual([2, true]);
  });

  test("two at once on one index: the second tries again later; one whose process is gone is taken over", () => {
    const data = write("two.jsonl", jsonl(names(2)));
    mkdirSync(at("two"));
    const lock = at("two", "index.jsonl.lock");
    writeFileSync(lock, JSON.stringify({ host: hostname(), pid: process.pid, start: null }));
    const second = batch("two", data);
    expect([second.status, second.stderr.includes("another run works on this index")]).toEqual([75, true]);
    const gone = spawnSync(process.execPath, ["-e", ""]).pid;
    writeFileSync(lock, JSON.stringify({ host: hostname(), pid: gone, start: null }));
    expect(batch("two", data).status).toBe(0);
    expect(existsSync(lock)).toBe(false);
  });

  test("a full disk ends with 75", () => {
    if (!existsSync("/dev/full")) return;
    const { status, stderr } = batch("full", write("full.jsonl", jsonl(names(2))), "--errors", "/dev/full");
    // the errors are empty: nothing is written to the device
    expect(status, stderr).toBe(0);
    const refused = batch("full2", write("full2.jsonl", jsonl([{ name: "a" }, {}])), "--errors", "/dev/full");
    expect([refused.status, refused.stderr.includes("no space is left")], refused.stderr).toEqual([75, true]);
  });
});

/** Runs until a condition of its folder holds, then gets the signal. */
async function signalled(args: readonly string[], signal: NodeJS.Signals, when: () => boolean): Promise<number | null> {
  const child: ChildProcess = spawn(process.execPath, [cli, ...args], { cwd: dir, stdio: "ignore" });
  const ended = new Promise<number | null>((resolve) => child.on("exit", (code) => resolve(code)));
  let isOver = false;
  void ended.then(() => (isOver = true));
  while (!isOver && !when()) await new Promise((resolve) => setTimeout(resolve, 2));
  child.kill(signal);
  return ended;
}

describe("a run that is killed", () => {
  const COUNT = 120;
  const records = names(COUNT).map((record, i) => (i % 9 === 4 ? { name: "" } : record));
  const data = write("killed.jsonl", jsonl(records));
  const args = (out: string): readonly string[] => [
    "batch",
    "letter.json",
    "--data",
    data,
    "--out",
    out,
    "--workers",
    "2",
    "--name",
    "{n}/{key}",
    "--key",
    "name",
    "-q",
  ];
  const indexLines = (out: string): number => {
    try {
      return readFileSync(at(out, "index.jsonl"), "utf8").split("\n").length;
    } catch {
      return 0;
    }
  };

  test("at random moments goes on, with the names and bytes of an undisturbed run", { timeout: 900_000 }, async () => {
    expect(run(args("undisturbed")).status).toBe(1);
    let kills = 0;
    for (const [i, step] of [1, 7, 19, 40, 66, 90, 110].entries()) {
      await signalled(args("disturbed"), "SIGKILL", () => indexLines("disturbed") > step);
      kills++;
      const index = at("disturbed", "index.jsonl");
      const text = readFileSync(index, "utf8");
      // a kill in the midst of a line or a file leaves it torn
      if (i % 3 === 1) writeFileSync(index, text.slice(0, -9));
      const last = JSON.parse(text.split("\n").at(-3) ?? "{}") as { file?: string };
      if (i % 3 === 2 && last.file !== undefined) writeFileSync(at("disturbed", last.file), "torn");
    }
    expect(kills).toBe(7);
    expect(run(args("disturbed")).status).toBe(1);
    expect(files("disturbed")).toEqual(files("undisturbed"));
    expect(readdirSync(at("disturbed")).filter((f) => f.startsWith(".") || f.endsWith(".lock"))).toEqual([]);
  });

  test("by a signal ends what runs, and has its exit code", async () => {
    expect(await signalled(args("terminated"), "SIGTERM", () => indexLines("terminated") > 9)).toBe(143);
    expect(lines("terminated", "index.jsonl").some((l) => "done" in l)).toBe(false);
    expect(existsSync(at("terminated", "index.jsonl.lock"))).toBe(false);
    expect(await signalled(args("terminated"), "SIGINT", () => indexLines("terminated") > 40)).toBe(130);
    expect(run(args("terminated")).status).toBe(1);
    expect(files("terminated")).toEqual(files("undisturbed"));
  });
});

describe("platen pipe", () => {
  test("answers each line in order, by base64 or files", () => {
    const input = `${jsonl([{ name: "Ada" }])}\n{"name"\n${jsonl([{ name: "" }, { name: "Bob" }])}`;
    const answers = (ended: Ended): Line[] =>
      ended.stdout
        .split("\n")
        .filter((l) => l !== "")
        .map((l) => JSON.parse(l) as Line);
    const inline = run(["pipe", "letter.json", "--key", "name"], { input });
    expect([inline.status, inline.stderr]).toEqual([0, ""]);
    const all = answers(inline);
    expect(all.map((a) => [a["n"], a["ok"], a["code"] ?? null, a["key"] ?? null])).toEqual([
      [1, true, null, "Ada"],
      [2, false, "API-001", null],
      [3, false, "API-002", ""],
      [4, true, null, "Bob"],
    ]);
    const pdf = Buffer.from(all[0]!["pdf"] as string, "base64");
    expect([pdf.length, sha(pdf)]).toEqual([all[0]!["bytes"], all[0]!["sha256"]]);
    expect(Object.keys(all[2]!)).toEqual(["n", "key", "ok", "code", "path", "message"]);
    const placed = answers(run(["pipe", "letter.json", "--out", "piped"], { input: jsonl([{ name: "Ada" }, { name: "Ada" }]) }));
    expect(placed.map((a) => [a["ok"], a["file"]])).toEqual([1, 2].map(() => [true, `${sha('{"name":"Ada"}')}.pdf`]));
    expect(files("piped")).toEqual({ [`${sha('{"name":"Ada"}')}.pdf`]: sha(pdf) });
  });

  test("removes the incomplete files of pipes that were killed, of this machine or long ago, and no others", () => {
    const folder = at("killed-pipes");
    mkdirSync(folder);
    const gone = spawnSync(process.execPath, ["-e", ""]).pid;
    const [here, anywhere] = [hostname(), "another-host"];
    const own = readFileSync("/proc/self/stat", "latin1")
      .replace(/^.*\) /s, "")
      .split(" ")[19]!;
    const left = [`.pipe-${here}-${gone}-77.part`, `.pipe-${here}-${process.pid}-1.part`, `.pipe-${anywhere}-5-5.part`];
    const alive = [`.pipe-${here}-${process.pid}-${own}.part`, `.pipe-${anywhere}-6-.part`, ".of-a-batch.part", "pipe-a-1-1.part"];
    for (const name of [...left, ...alive]) writeFileSync(path.join(folder, name), "torn");
    utimesSync(path.join(folder, left[2]!), 1e9, 1e9);
    expect(run(["pipe", "letter.json", "--out", "killed-pipes", "--name", "{name}"], { input: jsonl([{ name: "Ada" }]) }).status).toBe(0);
    expect(readdirSync(folder).sort()).toEqual([...alive, "Ada.pdf"].sort());
  });

  test("an answer does not wait for another line; a reader that leaves ends it", async () => {
    const child = spawn(process.execPath, [cli, "pipe", "letter.json"], { cwd: dir, stdio: ["pipe", "pipe", "ignore"] });
    const ended = new Promise<number | null>((resolve) => child.on("exit", (code) => resolve(code)));
    child.stdin.on("error", () => undefined);
    for (let i = 1; i <= 3; i++) {
      child.stdin.write(jsonl([{ name: `Person ${i}` }]));
      let answer = "";
      while (!answer.endsWith("\n"))
        answer += await new Promise<string>((resolve) => child.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString())));
      expect(JSON.parse(answer)).toMatchObject({ n: i, ok: true });
    }
    child.stdout.destroy();
    child.stdin.write(jsonl([{ name: "late" }, { name: "later" }]));
    expect(await ended).toBe(141);
  });

  test("wrong from the start: 2", () => {
    expect(run(["pipe", "nowhere.json"]).status).toBe(2);
    expect(run(["pipe", "letter.json", "--name", "{n}"]).status).toBe(2);
    expect(run(["pipe", "letter.json", "--out", "letter.json"]).status).toBe(2);
  });
});

test("the first lines of its page work as they stand", () => {
  const page = readFileSync(path.join(root, "docs/bulk.md"), "utf8");
  const lines = /\n((?: {4}.*\n)+)/.exec(page)![1]!.replaceAll(/^ {4}/gm, "");
  const own = at("first-lines");
  mkdirSync(own);
  const script = `platen() { '${process.execPath}' '${cli}' "$@"; }\n${lines}`;
  const { status, stdout, stderr } = spawnSync("sh", ["-ec", script], { cwd: own, encoding: "utf8" });
  expect([status, stderr]).toEqual([0, expect.stringContaining("2 records: 2 documents, 0 refused")]);
  expect(stdout).toContain('"file":"1.pdf"');
  expect(readdirSync(path.join(own, "letters")).sort()).toEqual(["1.pdf", "2.pdf", "errors.jsonl", "index.jsonl"]);
});
