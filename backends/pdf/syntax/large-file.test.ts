import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { deflateSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { BytesInMemory, type ByteSink } from "../../../base/sink.js";
import { has, needs } from "../../../tests/support/tools.js";
import { PdfFile } from "./file.js";
import { GrowingTree } from "./growing-tree.js";
import { name, text, type Ref } from "./object.js";

/* Files of very many objects, which grow as they come. */

const haveQpdf = needs("qpdf", has("qpdf"));
const STREAM = 1 << 23;
const dir = mkdtempSync(path.join(tmpdir(), "platen-large-"));
afterAll(() => rmSync(dir, { recursive: true }));
const at = (file: string): string => path.join(dir, file);

const begun = (sink: ByteSink): PdfFile =>
  new PdfFile({ sink, version: "1.7", compact: true, pretty: false, deflate: (bytes) => deflateSync(bytes) });

/** A file of one page, whose catalog has further entries. */
function ended(file: PdfFile, more: object = {}): void {
  const pages = file.reserve();
  const page = file.add({ Type: name("Page"), Parent: pages, MediaBox: [0, 0, 100, 100] });
  file.add({ Type: name("Pages"), Kids: [page], Count: 1 }, pages);
  const catalog = file.add({ Type: name("Catalog"), Pages: pages, ...more });
  file.finish(() => ({ Root: catalog }));
}

interface Json {
  readonly objects: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

test.runIf(haveQpdf).each([0, 1, 64, 65, 4096, 4097, 20_000])("a tree of %i entries that come in order has them all", (count) => {
  const sink = new BytesInMemory();
  const file = begun(sink);
  const tree = new GrowingTree(file, "Names");
  for (let i = 0; i < count; i++) tree.add(text(String(i).padStart(7, "0")), i);
  expect(tree.isEmpty).toBe(count === 0);
  ended(file, { Names: { Dests: tree.end() } });
  const own = at(`tree-${count}.pdf`);
  writeFileSync(own, sink.bytes());
  const { stdout, stderr, status } = spawnSync("qpdf", ["--json=1", "--json-key=objects", own], { encoding: "utf8", maxBuffer: 1 << 28 });
  expect(status, stderr).toBe(0);
  const { objects } = JSON.parse(stdout) as Json;
  type Node = {
    readonly "/Kids"?: readonly string[];
    readonly "/Names"?: readonly (string | number)[];
    readonly "/Limits"?: readonly string[];
  };
  const catalog = Object.values(objects).find((o) => o["/Type"] === "/Catalog") as unknown as {
    readonly "/Names": { readonly "/Dests": Node };
  };
  const found: (string | number)[] = [];
  const walk = (node: Node, isRoot = false): void => {
    const from = found.length;
    const kids = node["/Kids"] ?? [];
    expect(kids.length).toBeLessThanOrEqual(64);
    found.push(...(node["/Names"] ?? []));
    for (const kid of kids) walk(objects[kid] as Node);
    if (!isRoot) expect(node["/Limits"]).toEqual([found[from], found.at(-2)]);
  };
  walk(catalog["/Names"]["/Dests"], true);
  expect(found).toEqual(Array.from({ length: count }, (_, i) => [String(i).padStart(7, "0"), i]).flat());
});

test.runIf(haveQpdf)("objects beyond 4 GB are found", { timeout: 300_000 }, () => {
  // streams are holes, which take no room: their bytes are zeros
  const own = at("wide.pdf");
  const fd = openSync(own, "w");
  const edge = 1 << 12;
  let length = 0;
  const sink: ByteSink = {
    write(bytes) {
      if (bytes.length < STREAM) writeSync(fd, bytes, 0, bytes.length, length);
      else for (const from of [0, bytes.length - edge]) writeSync(fd, bytes, from, edge, length + from);
      length += bytes.length;
    },
  };
  const file = begun(sink);
  const large = new Uint8Array(STREAM);
  const streams: Ref[] = [];
  while (file.bytes <= 2 ** 32) streams.push(file.plain({}, large));
  ended(file, { Streams: streams });
  closeSync(fd);
  expect(length).toBeGreaterThan(2 ** 32);
  const { stdout, status } = spawnSync("qpdf", ["--show-npages", own], { encoding: "utf8" });
  expect([status, stdout.trim()]).toEqual([0, "1"]);
  const xref = spawnSync("qpdf", ["--show-xref", own], { encoding: "utf8" }).stdout;
  expect(Math.max(...[...xref.matchAll(/offset = (\d+)/g)].map(([, offset]) => Number(offset)))).toBeGreaterThan(2 ** 32);
});
