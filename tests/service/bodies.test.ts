import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { CONTRACT_LIMITS } from "../../compiler/core/limits.js";
import { SentBody } from "../../compiler/request/sent-body.js";
import type { BodyKind } from "../../runtime/engine/body-kind.js";
import { RenderPool } from "../../runtime/pool/pool.js";
import { page } from "../support/page.js";
import { eInvoiceExamples, root } from "../support/tools.js";

/* While a document is made, neither the service nor its process holds the bytes of its request. The process is read when it needs an asset
   or a template; white space pads the body, so that only its bytes are large. */
const PADDING = 16 << 20;

const logo = new Uint8Array(readFileSync(path.join(root, "bench/data/logo.png")));
const image = { type: "image", layout: { left: 10, top: 10 }, width: 20, height: 20, asset: "logo" };
const document = page(image);
const template = { schema: { fields: [{ name: "a", type: "string" }] }, ...page(image) };
const invoice = JSON.parse(new TextDecoder().decode(eInvoiceExamples()[0]!.body)) as { readonly settings: object };
const invoiceWithLogo = { ...document, settings: { ...invoice.settings, layout: undefined } };

const BODIES: readonly (readonly [BodyKind, object])[] = [
  ["document", document],
  ["template", { template_id: "own", data: [{ a: "x" }] }],
  ["preview", { data: [{ a: "x" }] }],
  ["brief", { brief: { title: "A", parts: [{ kind: "image", asset: "logo", text: "x" }] } }],
  ["e_invoice", invoiceWithLogo],
];

const dir = mkdtempSync(path.join(tmpdir(), "platen-bodies-"));
const figures = path.join(dir, "held");
let pool: RenderPool;
/** called while a process waits for a resource */
let asked = (): Promise<void> => Promise.resolve();

beforeAll(async () => {
  const before = process.env["NODE_OPTIONS"];
  process.env["HELD_BYTES"] = figures;
  process.env["NODE_OPTIONS"] = `${before ?? ""} --import=${pathToFileURL(path.join(root, "tests/support/held-bytes.mjs")).href}`;
  pool = new RenderPool(
    {
      ...{ workers: 1, queue: 4, timeoutMs: 120_000, waitMs: null, warmUp: 0, memoryMb: 1024, maxPages: 10 },
      ...{ fonts: [], assetDir: null, limits: CONTRACT_LIMITS, lacking: [], dataResidency: null },
      resourceOf: async (_, { kind }) => {
        await asked();
        if (kind === "asset") return logo;
        return kind === "template" ? new TextEncoder().encode(JSON.stringify(template)) : null;
      },
    },
    { warn: () => undefined, error: () => undefined },
  );
  await pool.start();
  if (before === undefined) delete process.env["NODE_OPTIONS"];
  else process.env["NODE_OPTIONS"] = before;
});
afterAll(async () => {
  await pool.close(0);
  rmSync(dir, { recursive: true });
});

/** Most bytes that the process held when it needed a resource. */
async function heldWith(kind: BodyKind, body: object, padding: number): Promise<number> {
  writeFileSync(figures, "");
  const bytes = new TextEncoder().encode(JSON.stringify(body) + " ".repeat(padding));
  const { pages } = await pool.render(new SentBody(bytes), { owner: "one", kind, templateId: "own" });
  expect(pages).toBeGreaterThan(0);
  return Math.max(...readFileSync(figures, "utf8").trim().split("\n").map(Number));
}

test.each(BODIES)("a process holds no bytes of a request of kind %s", async (kind, body) => {
  await heldWith(kind, body, 0);
  const small = await heldWith(kind, body, 0);
  expect(small).toBeGreaterThan(0);
  expect((await heldWith(kind, body, PADDING)) - small).toBeLessThan(PADDING / 8);
});

/** In a function that ends: a suspended one keeps what it has evaluated. */
function referenced(body: object): { readonly sent: SentBody; readonly bytes: WeakRef<Uint8Array> } {
  const bytes = new TextEncoder().encode(JSON.stringify(body) + " ".repeat(PADDING));
  return { sent: new SentBody(bytes), bytes: new WeakRef(bytes) };
}

test("the service holds no bytes of a request that a process renders", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const { sent, bytes } = referenced(document);
  const there: boolean[] = [];
  asked = async () => {
    // Node holds a message until its channel has written it
    await new Promise((resolve) => setTimeout(resolve, 50));
    collect();
    there.push(bytes.deref() !== undefined);
  };
  onTestFinished(() => void (asked = () => Promise.resolve()));
  expect((await pool.render(sent, { owner: "one" })).pages).toBe(1);
  expect(there.at(-1)).toBe(false);
});

test("a refusal after that has its place, and its log no words of the request", async () => {
  const wrong = page({ ...image, asset: "logo", width: -1 }, { settings: { metadata: { title: "Secret" } } });
  const refused = pool.render(new SentBody(new TextEncoder().encode(JSON.stringify(wrong))), { owner: "one" });
  await expect(refused).rejects.toMatchObject({
    code: "API-002",
    message: expect.stringMatching(/^pages\[0\]\.elements\[0\]\.width: /) as string,
  });
});
