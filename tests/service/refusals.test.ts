import { afterAll, beforeAll, expect, test } from "vitest";
import { patched, type Patch } from "../../compiler/core/patch.js";
import { PlatenClient, PlatenError } from "../../runtime/client/client.js";
import { start, TOKEN, type Running } from "../support/service.js";

/* Refusals of render routes have their place and patch (FH-9). */

let service: Running;
beforeAll(async () => {
  service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN });
});
afterAll(() => service.child.kill("SIGKILL"));

interface Refused {
  readonly code: string;
  readonly message: string;
  readonly path?: string;
  readonly line?: number;
  readonly column?: number;
  readonly suggestion?: string;
  readonly patch?: Patch;
}

const sent = async (route: string, body: object | string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${service.url}/api/v1/${route}`, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json", ...headers },
  });
const refused = async (route: string, body: object | string, headers?: Record<string, string>): Promise<Refused> =>
  (await (await sent(route, body, headers)).json()) as Refused;

const bold = { pages: [{ size: "a6", elements: [{ type: "text", layout: { left: 5, top: 5 }, content: "Hi", style: { bold: true } }] }] };
const place = "/pages/0/elements/0/style/bold";

test.each(["pdf/render", "png", "svg", "text"])("%s tells the place and a patch that mends", async (route) => {
  const body = JSON.stringify(bold, null, 2);
  const { patch, ...error } = await refused(route, body);
  const line = body.slice(0, body.indexOf('"bold"')).split("\n").length;
  expect(error).toMatchObject({ code: "API-001", path: place, line, suggestion: "font_weight" });
  expect((await sent(route, patched(bold, patch!) as object)).status).toBe(200);
});

test("a brief without its wrapper is mended on its own route and on the other", async () => {
  const flat = { title: "Stock", parts: [{ kind: "paragraph", text: "Twelve" }] };
  for (const route of ["brief/render", "pdf/render"]) {
    const { patch } = await refused(route, flat);
    expect(patched(flat, patch!)).toEqual({ brief: flat });
    expect((await sent("brief/render", patched(flat, patch!) as object)).status).toBe(200);
  }
});

test("a body that is not JSON has line and column; a record its place", async () => {
  expect(await refused("pdf/render", '{\n "pages": [')).toMatchObject({ path: "", line: 2 });
  expect(await refused("template-render", { template_id: "invoice", data: [{}] })).toMatchObject({
    path: expect.stringMatching(/^\/data\/0\//) as string,
  });
});

test("refusals of tokens, of what is not there and of parameters have no place", async () => {
  for (const error of [
    await refused("pdf/render", bold, { authorization: "Bearer plt_none" }),
    await refused("nothing", bold),
    await refused("png?page=0", bold),
  ])
    expect([error.path, error.patch]).toEqual([undefined, undefined]);
});

test("the error of a job and that of the client have them too", async () => {
  const client = new PlatenClient({ baseUrl: service.url, token: TOKEN });
  const error = await client.render(bold as never).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(PlatenError);
  expect(error).toMatchObject({ code: "API-001", path: place, line: 1, suggestion: "font_weight", findings: [] });
  const { job_id: id } = (await (await sent("pdf/render", bold, { prefer: "respond-async" })).json()) as { job_id: string };
  const job = async (): Promise<{ status: string; error?: Refused }> =>
    (await (await fetch(`${service.url}/api/v1/jobs/${id}`, { headers: { authorization: `Bearer ${TOKEN}` } })).json()) as never;
  await expect.poll(async () => (await job()).status, { timeout: 20_000 }).toBe("failed");
  expect((await job()).error).toMatchObject({ path: place, patch: (error as PlatenError).patch });
});
