import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { smallFont } from "../../tests/support/fonts/small.js";
import { root } from "../../tests/support/tools.js";
import { Engine } from "../engine/engine.js";
import { renderNow } from "../../tests/support/at-once.js";
import { checkedFonts, FontError, fontStore, storeOf } from "./font-files.js";

const base = mkdtempSync(path.join(tmpdir(), "platen-fonts-"));
let dir = "";
let count = 0;
beforeEach(() => mkdirSync((dir = path.join(base, `f${count++}`))));
afterAll(() => rmSync(base, { recursive: true }));

function said(folder = dir): string {
  try {
    fontStore(folder);
    return "used";
  } catch (e) {
    if (!(e instanceof FontError)) throw e;
    expect(e.message).not.toMatch(/[\n\r]/);
    return e.message;
  }
}
const put = (name: string, bytes: Uint8Array | string): void => writeFileSync(path.join(dir, name), bytes);
const font = smallFont("NotoSansThai-Regular.ttf", "abc กขค");

test("folders", () => {
  expect(said(path.join(dir, "none"))).toBe(`the folder ${path.join(dir, "none")} does not exist`);
  put("file", "x");
  expect(said(path.join(dir, "file"))).toBe(`${path.join(dir, "file")} is not a folder`);
  expect(said(path.join(dir, "file", "below"))).toMatch(/is not a folder$/);
  expect(said(path.join(dir, "x".repeat(300)))).toMatch(/cannot be read: the name is too long$/);
  expect(said(path.join(dir, "a\nb"))).toBe(`the folder ${path.join(dir, "a b")} does not exist`);
  symlinkSync("round", path.join(dir, "round"));
  expect(said(path.join(dir, "round"))).toMatch(/cannot be read: its symbolic links form a loop$/);
});

test("files that are none", () => {
  mkdirSync(path.join(dir, "folder.otf"));
  expect(said()).toBe("folder.otf: it cannot be read: it is a folder");
  rmSync(path.join(dir, "folder.otf"), { recursive: true });
  symlinkSync("nowhere", path.join(dir, "gone.ttf"));
  expect(said()).toBe("gone.ttf: it cannot be read: its link leads nowhere");
  rmSync(path.join(dir, "gone.ttf"));
  if (spawnSync("mkfifo", [path.join(dir, "pipe.ttf")]).status === 0) expect(said()).toBe("pipe.ttf: it cannot be read: it is not a file");
  rmSync(path.join(dir, "pipe.ttf"), { force: true });
  put("large.ttf", "");
  truncateSync(path.join(dir, "large.ttf"), 3 * 2 ** 30);
  expect(said()).toBe("large.ttf: must be at most 67108864 bytes; found 3221225472");
});

test("files that are no fonts, or not one", () => {
  put("README.txt", "no font, and not taken for one");
  expect(said()).toBe("used");
  for (const [name, bytes, wrong] of [
    ["a.ttf", "", "the file is empty"],
    ["b.OTF", "some text", "the file is not a TrueType or OpenType font"],
    ["c.ttc", "ttcf and more", "must be a file with one font; found a collection: take the font out of it"],
    ["d\u2028e.ttf", "x", "the file is not a TrueType or OpenType font"],
  ] as const) {
    put(name, bytes);
    expect(said()).toBe(`${name.replace("\u2028", " ")}: ${wrong}`);
    rmSync(path.join(dir, name));
  }
});

test("names that are none", () => {
  const bytes = Buffer.from(font);
  const named = (from: string, to: string): Buffer => {
    const out = Buffer.from(bytes);
    const [a, b] = [from, to].map((s) => Buffer.from(s, "utf16le").swap16()) as [Buffer, Buffer];
    for (let i = out.indexOf(a); i >= 0; i = out.indexOf(a)) b.copy(out, i);
    return out;
  };
  put("x.ttf", named("NotoSansThai-Regular", "NotoSansThai\nRegular"));
  expect(said()).toBe('x.ttf: the table name: the PostScript name "NotoSansThai\\nRegular" is not one of at most 120 ASCII characters');
  put("x.ttf", named("Noto Sans Thai", "Noto\u0000Sans Thai"));
  expect(said()).toMatch(/^x\.ttf: the table name: the family's name "Noto\\u0000Sans Thai" is not one/);
  put("x.ttf", named("Noto Sans Thai", "Ñoto Sans ไทย!"));
  expect(said()).toBe("used");
});

test("fonts that may not be embedded", () => {
  const bytes = new Uint8Array(readFileSync(path.join(root, "fonts/files/NotoSansThai-Regular.ttf")));
  const view = new DataView(bytes.buffer);
  for (let at = 12; ; at += 16)
    if (String.fromCharCode(...bytes.subarray(at, at + 4)) === "OS/2") {
      view.setUint16(view.getUint32(at + 8) + 8, 2);
      break;
    }
  put("closed.ttf", bytes);
  expect(said()).toBe("closed.ttf: its licence bits (fsType 2) do not allow embedding");
});

test("another process uses what was checked, without checking it again, as long as the files are the same", () => {
  put("thai.ttf", font);
  const told = structuredClone(checkedFonts(dir));
  const { name } = told[0]!.family;
  const request = {
    pages: [{ size: "a6", elements: [{ type: "text", layout: { left: 5, top: 5 }, style: { font_family: name }, content: "กข" }] }],
  };
  expect(renderNow(new Engine(storeOf(told)), request).pages).toBe(1);
  put("thai.ttf", smallFont("NotoSansThai-Regular.ttf", "abc"));
  const problem = (): unknown => {
    try {
      return renderNow(new Engine(storeOf(told)), request);
    } catch (e) {
      return e;
    }
  };
  expect(problem()).toMatchObject({ code: "API-503", message: "the font file thai.ttf has changed since the program was started" });
  rmSync(path.join(dir, "thai.ttf"));
  expect(problem()).toMatchObject({ code: "API-503", message: "the font file thai.ttf can no longer be read" });
});
