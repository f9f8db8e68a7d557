import { slug } from "../../runtime/docs/markdown.js";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { engine } from "../../golden/cases.js";
import { VARIABLES } from "../../runtime/core/settings.js";
import { root } from "../support/tools.js";

const folder = path.join(root, "docs");
const pages = readdirSync(folder)
  .filter((f) => f.endsWith(".md"))
  .map((name) => ({ name, text: readFileSync(path.join(folder, name), "utf8") }));
const out = mkdtempSync(path.join(tmpdir(), "platen-docs-"));

describe("made again", () => {
  beforeAll(() => void execFileSync(process.execPath, [path.join(root, "scripts/generate/docs.mjs"), "--out", out]));

  test("tables are what the types say", () => {
    for (const { name, text } of pages)
      expect(readFileSync(path.join(out, "docs", name), "utf8") === text, `docs/${name} is not what its script makes: npm run docs`).toBe(
        true,
      );
  });

  test("pictures show their examples, and there is none that nothing makes", async () => {
    const names = readdirSync(path.join(folder, "pictures"));
    expect(names.sort()).toEqual(readdirSync(path.join(out, "docs/pictures")).sort());
    let bytes = 0;
    for (const name of names) {
      const file = path.join(folder, "pictures", name);
      bytes += readFileSync(file).length;
      const [kept, made] = await Promise.all(
        [file, path.join(out, "docs/pictures", name)].map(
          async (f) => await sharp(f).removeAlpha().raw().toBuffer({ resolveWithObject: true }),
        ),
      );
      expect([kept!.info.width, kept!.info.height]).toEqual([made!.info.width, made!.info.height]);
      let apart = 0;
      for (let i = 0; i < kept!.data.length; i++) apart += Math.abs(kept!.data[i]! - made!.data[i]!);
      expect(apart / kept!.data.length, `docs/pictures/${name} is not what its script makes: npm run docs`).toBeLessThan(0.5);
    }
    expect(bytes).toBeLessThan(2_000_000);
  });
});

const blocks = (text: string): readonly { readonly json: unknown; readonly before: string }[] =>
  [...text.matchAll(/([^\n]*)\n+```json\n([\s\S]*?)```/g)].map((m) => ({ before: m[1]!, json: JSON.parse(m[2]!) as unknown }));

describe("examples", () => {
  test("each renders, and each picture has one", async () => {
    let count = 0;
    for (const { name, text } of pages) {
      for (const { json, before } of blocks(text)) {
        if (!before.startsWith("<!-- example: ")) continue;
        count++;
        expect([name, before, await engine.problems(json as object)]).toEqual([name, before, []]);
        const id = /example: ([\w-]+)/.exec(before)![1]!;
        expect(text, `${name}: the example ${id} is not shown`).toContain(`pictures/${id}.png`);
      }
    }
    expect(count).toBeGreaterThan(30);
  });
});

describe("what is said", () => {
  const all = pages.map((p) => p.text).join("\n");

  test("every type of the request has a table", () => {
    const { $defs } = JSON.parse(readFileSync(path.join(root, "schemas/document-request.schema.json"), "utf8")) as {
      readonly $defs: Readonly<Record<string, { readonly properties?: object; readonly oneOf?: object }>>;
    };
    // a container in a block is a container with an optional width
    const named = Object.entries($defs).filter(([name, { properties, oneOf }]) => properties && !oneOf && name !== "BlockContainer");
    expect(named.filter(([name]) => !all.includes(`<a id="type-${name.toLowerCase()}"></a>`)).map(([name]) => name)).toEqual([]);
  });

  test("every setting of the service is there", () => {
    const text = pages.find((p) => p.name === "configuration.md")!.text;
    expect(Object.values(VARIABLES).filter((v) => !text.includes(v))).toEqual([]);
  });

  test("links lead somewhere", () => {
    const readme = { name: "../README.md", text: readFileSync(path.join(root, "README.md"), "utf8") };
    for (const { name, text } of [...pages, readme]) {
      const prose = text.replace(/```[\s\S]*?```/g, "").replace(/`[^`\n]*`/g, "");
      const targets = [...prose.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map((m) => m[1] ?? m[2]!);
      for (const target of targets) {
        if (/^https?:/.test(target)) continue;
        const [file = "", anchor] = target.split("#");
        const at = path.join(folder, name, "..", file);
        expect(file === "" || existsSync(at), `${name}: ${target}`).toBe(true);
        if (anchor === undefined) continue;
        const there = file === "" ? text : readFileSync(at, "utf8");
        const headings = [...there.matchAll(/^#+ (.*)$/gm)].map((m) => slug(m[1]!));
        expect(headings.includes(anchor) || there.includes(`<a id="${anchor}"></a>`), `${name}: ${target}`).toBe(true);
      }
    }
  });

  test("every page is in the list of pages", () => {
    const index = pages.find((p) => p.name === "README.md")!.text;
    for (const { name } of pages) if (name !== "README.md") expect(index, name).toContain(`(${name}`);
  });
});
