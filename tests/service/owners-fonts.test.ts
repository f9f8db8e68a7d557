import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drawn, haveRaster } from "../support/drawn.js";
import { INVOICE } from "../support/einvoice/invoice.js";
import { fontOf } from "../support/fonts/make.js";
import { renamed } from "../support/fonts/renamed.js";
import { smallFont } from "../support/fonts/small.js";
import { page, text } from "../support/page.js";
import { havePoppler, poppler } from "../support/readers.js";
import { cli, errorOf, start, type Running } from "../support/service.js";
import { faults, haveVera } from "../support/verapdf.js";

/* Two owners have different fonts under equal names. */
const dir = mkdtempSync(path.join(tmpdir(), "platen-owners-fonts-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const put = (name: string, bytes: Uint8Array | string): string => {
  const at = path.join(dir, name);
  writeFileSync(at, bytes);
  return at;
};
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz 0123456789.,-";
const ofFile = (file: string): Uint8Array => renamed(smallFont(file, LETTERS), "Acme Sans", "AcmeSans-Regular");
const sans = put("sans.ttf", ofFile("NotoSans-Regular.ttf"));
const mono = put("mono.ttf", ofFile("NotoSansMono-Regular.ttf"));

const env = { PLATEN_DATA_DIR: path.join(dir, "data") };
const run = (...args: readonly string[]): { readonly status: number | null; readonly out: string; readonly err: string } => {
  const r = spawnSync(process.execPath, [cli, ...args], { env: { ...process.env, ...env }, encoding: "utf8" });
  return { status: r.status, out: r.stdout, err: r.stderr };
};
const json = (...args: readonly string[]): unknown => {
  const r = run("--json", ...args);
  expect(r).toMatchObject({ status: 0, err: "" });
  return JSON.parse(r.out);
};
const as = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}`, "content-type": "application/json" });

const TEXT = "Hamburgefonstiv 012";
const style = (family: string): object => ({ font_family: family, font_size: 20, line_height: 1.5 });
const body = (family: string, settings: object = {}): object => page(text(TEXT, { style: style(family) }), { settings, size: "a6" });

let pdfs = 0;
async function saved(r: Response): Promise<string> {
  if (r.status !== 200) throw new Error(await r.text());
  return put(`${pdfs++}.pdf`, new Uint8Array(await r.arrayBuffer()));
}
const pixels = (file: string): Buffer => drawn(file, "-r", "80", "-l", "1")[0]!.data;

describe.runIf(havePoppler && haveRaster)("over HTTP", () => {
  let service: Running;
  const tokens: Record<string, string> = {};
  const render = (owner: string, what: object, route = "/api/v1/pdf/render"): Promise<Response> =>
    fetch(`${service.url}${route}`, { method: "POST", body: JSON.stringify(what), headers: as(tokens[owner]!) });
  const looks: Record<"sans" | "mono", Buffer> = { sans: Buffer.of(), mono: Buffer.of() };

  beforeAll(async () => {
    service = await start(env);
    for (const owner of ["one", "two", "three"]) tokens[owner] = (json("tokens", "create", "--owner", owner) as { token: string }).token;
    expect(json("fonts", "add", sans, "--owner", "one")).toMatchObject({
      ...{ owner: "one", name: "AcmeSans-Regular", family: "Acme Sans", weight: 400, italic: false },
      bytes: readFileSync(sans).length,
    });
    expect(run("fonts", "add", mono, "--owner", "two").out).toBe(
      `two  AcmeSans-Regular  Acme Sans, 400  ${readFileSync(mono).length} bytes\n`,
    );
    looks.sans = pixels(await saved(await render("three", body("Noto Sans"))));
    looks.mono = pixels(await saved(await render("three", body("Noto Sans Mono"))));
    expect(looks.sans.equals(looks.mono)).toBe(false);
  });
  afterAll(() => service.child.kill("SIGKILL"));

  test("each owner's texts are set in their own font, by family and by face, whichever came first", async () => {
    for (const family of ["Acme Sans", "acmesans-regular", "ACME-SANS"])
      for (const [owner, look] of [
        ["one", looks.sans],
        ["two", looks.mono],
        ["one", looks.sans],
      ] as const) {
        const file = await saved(await render(owner, body(family)));
        expect(poppler(file).trim()).toBe(TEXT);
        expect(pixels(file).equals(look)).toBe(true);
      }
  });

  test("who has none is told so", async () => {
    expect(await errorOf(await render("three", body("Acme Sans")))).toEqual({
      status: 400,
      code: "API-002",
      message: expect.stringMatching(
        /^pages\[0\]\.elements\[0\]\.style\.font_family: must be one of .*; found "Acme Sans": no font of this service has this name/,
      ),
    });
    // fonts of the installation are public, those of an owner are not listed
    const health = (await (await fetch(`${service.url}/health`)).json()) as { fonts: string[] };
    expect(health.fonts).toContain("Noto Sans");
    expect(health.fonts).not.toContain("Acme Sans");
    const sandbox = await fetch(`${service.url}/api/playground?endpoint=pdf-render`, {
      method: "POST",
      body: JSON.stringify(body("Acme Sans")),
      headers: { "content-type": "application/json" },
    });
    expect(await errorOf(sandbox)).toMatchObject({ status: 400, code: "API-002" });
  });

  test.runIf(haveVera)("in documents of a profile, templates, e-invoices and texts of pictures", async () => {
    const judged: { flavour: string; file: string }[] = [];
    const two = async (flavour: string, what: object, route?: string): Promise<string> => {
      const file = await saved(await render("two", what, route));
      judged.push({ flavour, file });
      expect(pixels(file).equals(looks.mono)).toBe(true);
      return file;
    };
    await two("2u", body("Acme Sans", { profile: "pdfa-2u" }));
    const template = put("card.json", JSON.stringify({ schema: { fields: [] }, ...body("Acme Sans", { profile: "pdfa-2b" }) }));
    expect(run("templates", "publish", template, "--id", "card", "--owner", "two")).toMatchObject({ status: 0 });
    await two("2b", { template_id: "card", data: [{}] }, "/api/v1/template-render");
    const settings = {
      e_invoice: {
        ...{ standard: "factur_x", profile: "en16931", document_type: "invoice" },
        xml: { format: "cii", content: INVOICE },
      },
    };
    await two("3b", body("Acme Sans", settings), "/api/v1/e-invoice/render");
    expect(faults(judged)).toEqual([]);

    const svg = (family: string): object => {
      const text = `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="20"><text y="15" font-size="10" font-family="${family}">Hamburg</text></svg>`;
      const source = { kind: "base64", format: "svg", payload: Buffer.from(text).toString("base64") };
      return { pages: [{ size: "a6", elements: [{ type: "image", layout: { left: 5, top: 5 }, width: 80, height: 20, source }] }] };
    };
    const drawn = async (owner: string, family: string): Promise<Buffer> => pixels(await saved(await render(owner, svg(family))));
    expect((await drawn("two", "Acme Sans")).equals(await drawn("three", "Noto Sans Mono"))).toBe(true);
    expect((await drawn("one", "Acme Sans")).equals(await drawn("three", "Noto Sans"))).toBe(true);
  });

  test("a font is listed, replaced by its name, and removed at once", async () => {
    const later = path.join(dir, "later.ttf");
    writeFileSync(later, readFileSync(mono));
    run("fonts", "add", sans, "--owner", "three");
    expect(pixels(await saved(await render("three", body("Acme Sans")))).equals(looks.sans)).toBe(true);
    run("fonts", "add", later, "--owner", "three");
    expect(pixels(await saved(await render("three", body("Acme Sans")))).equals(looks.mono)).toBe(true);
    expect(json("fonts", "list", "--owner", "three")).toMatchObject([
      { name: "AcmeSans-Regular", family: "Acme Sans", weight: 400, italic: false, bytes: readFileSync(mono).length },
    ]);
    expect(run("fonts", "remove", "AcmeSans-Bold", "--owner", "three")).toMatchObject({
      status: 1,
      err: 'platen: three has no font "AcmeSans-Bold"\n',
    });
    expect(json("fonts", "remove", "acmesans-regular", "--owner", "three")).toEqual({
      ...{ owner: "three", name: "acmesans-regular", removed: true },
    });
    expect(await errorOf(await render("three", body("Acme Sans")))).toMatchObject({ status: 400, code: "API-002" });
    expect(pixels(await saved(await render("one", body("Acme Sans")))).equals(looks.sans)).toBe(true);
    expect(json("fonts", "list", "--owner", "three")).toEqual([]);
  });

  test("what caches had, and had not, is counted, whoever asked", async () => {
    await saved(await render("one", body("Acme Sans")));
    await saved(await render("one", body("Acme Sans")));
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    const value = (kind: string, cache: string): number =>
      Number(new RegExp(`^platen_cache_${kind}_total\\{cache="${cache}"\\} (\\d+)$`, "m").exec(metrics)?.[1] ?? NaN);
    for (const cache of ["words", "faces", "fonts", "font_programs", "barcodes", "templates", "assets"])
      for (const kind of ["hits", "misses"]) expect(value(kind, cache)).toBeGreaterThanOrEqual(0);
    expect(value("misses", "fonts")).toBeGreaterThan(0);
    expect(value("hits", "fonts")).toBeGreaterThan(0);
    expect(value("misses", "templates")).toBe(haveVera ? 1 : 0);
    expect(metrics).not.toContain("Acme");
  });
});

test("what is no font that can be used is refused by its name, with what is wrong", () => {
  const collection = new Uint8Array(100);
  collection.set(new TextEncoder().encode("ttcf"));
  const heavy = put("heavy.ttf", "");
  truncateSync(heavy, 32 * 1024 * 1024 + 1);
  const refused: readonly (readonly [file: string, reason: string])[] = [
    [put("note.txt", "no font"), "the file is not a TrueType or OpenType font"],
    [put("all.ttc", collection), "must be a file with one font; found a collection: take the font out of it"],
    [put("bare.ttf", fontOf({ head: new Uint8Array(54) })), "the table cmap is missing"],
    [heavy, "must be at most 33554432 (PLATEN_LIMIT_FONT_BYTES) bytes; found 33554433"],
  ];
  for (const [file, reason] of refused) {
    const r = run("fonts", "add", file, "--owner", "bad");
    expect(r).toMatchObject({ status: 1, out: "" });
    expect(r.err).toMatch(new RegExp(`^platen: ${file.replaceAll(".", "\\.")}: `));
    expect(r.err).toContain(reason);
  }
  const none = run("fonts", "add", path.join(dir, "none.ttf"));
  expect(none.status).toBe(2);
  expect(json("fonts", "list", "--owner", "bad")).toEqual([]);
});
