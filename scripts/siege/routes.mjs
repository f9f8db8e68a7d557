import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { ordinary, SMALL } from "./attacks.mjs";
import { promise, report, settings, short, smallOne, stop } from "./phase.mjs";
import { ask, pause, startService, watch } from "./service.mjs";

const root = path.join(import.meta.dirname, "../..");
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
const picture = (i) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="${i + 1}" height="9"/></svg>`);
const SVG = { "content-type": "image/svg+xml" };
const template = (content) => JSON.stringify({ schema: { fields: [] }, pages: [{ size: "a4", elements: [text(content)] }] });
const text = (content) => ({ type: "text", layout: { left: 10, top: 10 }, content });
const font = readFileSync(path.join(root, "golden/fonts/PlatenTest-Regular.ttf"));
const all = (n, work) => Promise.all(Array.from({ length: n }, (_, i) => work(i)));
const tally = (answers) => {
  const counts = {};
  for (const { status, body } of answers) {
    const key = `${status}${body?.code ? ` ${body.code}` : ""}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return JSON.stringify(counts);
};

/** @returns headers of a new token, and its id */
export async function tokenOf(service, owner, more = {}) {
  const made = await ask(service, "POST", "/admin/tokens", { body: JSON.stringify({ owner, scopes: ["render", "manage"], ...more }) });
  return { authorization: `Bearer ${made.body.token}`, id: made.body.id };
}
const auth = ({ authorization }) => ({ authorization });

/** Parallel writers under a quota and a tag, SIGKILL: answered writes are there, things are whole. */
export async function management() {
  const quota = 20;
  const count = short ? 40 : 200;
  const env = { ...settings, PLATEN_LIMIT_OWNER_ASSETS: String(quota), PLATEN_LIMIT_OWNER_TOKENS: "10", PLATEN_LIMIT_OWNER_TEMPLATES: "5" };
  const dataDir = mkdtempSync(path.join(tmpdir(), "platen-siege-manage-"));
  let service = await startService({ ...env, PLATEN_DATA_DIR: dataDir });
  const owner = await tokenOf(service, "writer");
  const put = (kind, name, body, headers = {}) =>
    ask(service, "PUT", `/${kind}/${name}`, { body, headers: { ...auth(owner), ...headers } });
  const watching = watch(service);
  const pictures = await all(count, (i) => put("assets", `a${i}`, picture(i), SVG));
  const templates = await all(20, (i) => put("templates", `t${i}`, template(`letter ${i}`)));
  const tokens = await all(20, () => ask(service, "POST", "/admin/tokens", { body: '{"owner":"many"}' }));
  const of = (answers, status) => answers.filter((a) => a.status === status).length;
  const listed = async (at) => (await ask(service, "GET", `${at}?limit=200`, { headers: auth(owner) })).body.items;
  const held = [of(pictures, 201), (await listed("/assets")).length, of(templates, 201), of(tokens, 201)];
  const kept = JSON.stringify(held) === JSON.stringify([quota, quota, 5, 10]);
  console.log(`quotas of ${quota} assets, 5 templates, 10 tokens under ${count} writers: ${held}${promise(kept, `quotas: ${held}`)}`);
  const [{ key, etag }] = await listed("/assets");
  const same = await all(count, (i) => put("assets", key, picture(i + 1000), { ...SVG, "if-match": etag }));
  console.log(
    `${count} writers with one tag: ${tally(same)}${promise(of(same, 200) === 1 && of(same, 412) === count - 1, `one tag: ${tally(same)}`)}`,
  );
  console.log(`small document ${await smallOne(service, "after writers")}`);
  report(await watching.stop());

  const entries = await listed("/assets");
  /** per key, by one writer: last answered write, and the next */
  const answered = new Map(entries.map((e) => [e.key, [e.sha256]]));
  let on = true;
  let writes = 0;
  const writers = all(8, async (w) => {
    for (let i = 0; on; i++) {
      const at = entries[w + 8 * (i % 2)].key;
      const bytes = picture(10_000 + w * 1000 + (i % 900));
      const before = answered.get(at).at(-1);
      answered.set(at, [before, sha256(bytes)]);
      const r = await put("assets", at, bytes, SVG);
      if (r.status !== 200) return;
      answered.set(at, [sha256(bytes)]);
      writes++;
    }
  });
  await pause(short ? 1000 : 5000);
  service.child.kill("SIGKILL");
  on = false;
  await Promise.all([writers, service.exit]);
  service = await startService({ ...env, PLATEN_DATA_DIR: dataDir });
  let lost = 0;
  for (const entry of await listed("/assets")) {
    const r = await fetch(`${service.url}/api/v1/assets/${entry.key}`, { headers: auth(owner) });
    const isWhole = sha256(Buffer.from(await r.arrayBuffer())) === entry.sha256;
    if (!isWhole || !answered.get(entry.key).includes(entry.sha256)) lost++;
  }
  console.log(`SIGKILL among ${writes} answered writes: ${lost} lost${promise(lost === 0 && writes > 0, "an answered write is lost")}`);
  await stop(service);
}

/** Other owners' things are answered as absent ones, by every route, and stay. */
export async function owners() {
  const service = await startService({ ...settings, PLATEN_MCP: "1" });
  const mine = await tokenOf(service, "mine");
  const other = await tokenOf(service, "other");
  const as = (who, method, at, body = null, headers = {}) => ask(service, method, at, { body, headers: { ...auth(who), ...headers } });
  await as(mine, "PUT", "/assets/logo", picture(1), SVG);
  await as(mine, "PUT", "/templates/letter", template("mine"));
  const put = await as(mine, "PUT", "/fonts/PlatenTest-Regular", font, { "content-type": "font/ttf" });
  const job = (await as(mine, "POST", "/pdf/render", SMALL, { prefer: "respond-async" })).body.job_id;
  while ((await as(mine, "GET", `/jobs/${job}`)).body.status === "pending") await pause(20);
  const things = ["/assets/logo", "/templates/letter", "/templates/letter/versions", "/fonts/PlatenTest-Regular", `/jobs/${job}`];
  things.push(`/jobs/${job}/artifacts/pdf`, `/e-invoice/jobs/${job}`);
  const bare = ({ status, body }) => JSON.stringify([status, { ...body, req_id: "" }]);
  const wrong = [];
  for (const at of things) {
    const absent = at
      .replace("logo", "none")
      .replace("letter", "none")
      .replace("PlatenTest-Regular", "None")
      .replace(job, `${job.slice(0, -4)}0000`);
    for (const method of ["GET", "DELETE"]) {
      if (method === "DELETE" && /versions|artifacts|e-invoice/.test(at)) continue;
      const [found, none] = [await as(other, method, at), await as(other, method, absent)];
      if (found.status !== 404 || bare(found) !== bare(none)) wrong.push(`${method} ${at}: ${bare(found)}, ${bare(none)}`);
    }
  }
  const asset = { type: "image", layout: { left: 1, top: 1 }, width: 5, height: 5, asset: "logo" };
  const withAsset = JSON.stringify({ pages: [{ size: "a4", elements: [asset] }] });
  const withTemplate = JSON.stringify({ template_id: "letter", data: [{}] });
  for (const [at, body] of [
    ["/pdf/render", withAsset],
    ["/template-render", withTemplate],
    ["/templates/letter/preview", "{}"],
  ]) {
    const [his, hers] = [await as(other, "POST", at, body), await as(mine, "POST", at, body)];
    if (his.status < 400 || hers.status !== 200) wrong.push(`${at}: ${his.status} for the other, ${hers.status} for the owner`);
  }
  const [his, hers] = [
    await tool(service, other, "render", JSON.parse(withTemplate)),
    await tool(service, mine, "render", JSON.parse(withTemplate)),
  ];
  if (his.isPdf || !hers.isPdf) wrong.push("the tool renders another's template");
  for (const at of ["/admin/tokens", `/admin/tokens/${mine.id}`, "/admin/accounts/mine"]) {
    const r = await as(other, "GET", at);
    if (r.status !== 403 || r.body.code !== "API-104") wrong.push(`${at}: ${r.status}`);
  }
  for (const at of things) if ((await as(mine, "GET", at)).status !== (at.includes("e-invoice") ? 404 : 200)) wrong.push(`${at} is gone`);
  console.log(
    `owners: ${things.length} things, font ${put.status}; ${wrong.length} seen by another${promise(wrong.length === 0, wrong.join("; "))}`,
  );
  await stop(service);
}

export async function tool(service, who, name, args) {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });
  const headers = { ...auth(who), "content-type": "application/json", accept: "application/json, text/event-stream" };
  try {
    const r = await fetch(`${service.url}/mcp`, { method: "POST", body, headers });
    const answer = await r.json();
    return { status: r.status, answer, isPdf: answer.result?.content?.some((c) => c.resource?.blob?.startsWith("JVBERi")) ?? false };
  } catch {
    return { status: 0, answer: null, isPdf: false };
  }
}

/** Receivers hang, redirect, send without end or break off; SIGKILL: others are told, with one id. */
export async function callbacks() {
  const came = new Map();
  const hooks = createServer((req, res) => {
    let body = "";
    req.on("data", (d) => (body += d));
    req.on("end", () => {
      const { data } = JSON.parse(body);
      const ids = came.get(data.job_id) ?? new Set();
      came.set(data.job_id, ids.add(req.headers["webhook-id"]));
      if (req.url === "/hang") return;
      if (req.url === "/302") return void res.writeHead(302, { location: "/secret" }).end();
      if (req.url === "/break") return void req.socket.destroy();
      if (req.url === "/secret") return void res.writeHead(200).end("followed");
      res.writeHead(200);
      if (req.url === "/endless") setInterval(() => res.write("x".repeat(65_536)), 5).unref();
      else res.end();
    });
  });
  await new Promise((resolve) => hooks.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${hooks.address().port}`;
  const env = { ...settings, PLATEN_CALLBACK_ALLOW: "127.0.0.1/32", PLATEN_CALLBACK_RETRY_MS: "50", PLATEN_JOB_LEASE_MS: "1000" };
  const dataDir = mkdtempSync(path.join(tmpdir(), "platen-siege-callbacks-"));
  let service = await startService({ ...env, PLATEN_DATA_DIR: dataDir });
  const kinds = ["ok", "hang", "302", "break", "endless"];
  const tokens = Object.fromEntries(
    await Promise.all(kinds.map(async (k) => [k, await tokenOf(service, k, { callback: { url: `${base}/${k}` } })])),
  );
  const perKind = short ? 5 : 40;
  const watching = watch(service);
  const jobs = {};
  for (const k of kinds)
    jobs[k] = await all(perKind, async (i) => {
      const headers = { ...auth(tokens[k]), prefer: "respond-async" };
      return (await ask(service, "POST", "/pdf/render", { body: ordinary(i), headers })).body.job_id;
    });
  await pause(short ? 300 : 2000);
  report(await watching.stop());
  service.child.kill("SIGKILL");
  await service.exit;
  service = await startService({ ...env, PLATEN_DATA_DIR: dataDir });
  const began = performance.now();
  const delivered = async (k) => {
    let n = 0;
    for (const id of jobs[k]) {
      let job;
      do {
        job = (await ask(service, "GET", `/jobs/${id}`, { headers: auth(tokens[k]) })).body;
        if (job.callback.status === "pending") await pause(50);
      } while (job.callback.status === "pending" && performance.now() - began < 60_000);
      if (job.callback.status === "delivered") n++;
    }
    return n;
  };
  const [ok, endless] = [await delivered("ok"), await delivered("endless")];
  const once = jobs.ok.every((id) => came.get(id)?.size === 1);
  const kept = ok === perKind && endless === perKind && once;
  console.log(
    `callbacks: ${ok} of ${perKind} delivered beside receivers that hang, redirect and break off, ${endless} to one that sends without end; one id each: ${once}${promise(kept, "callbacks were lost")}`,
  );
  console.log(`small document ${await smallOne(service, "beside callbacks")}`);
  await stop(service);
  hooks.closeAllConnections();
  hooks.close();
}

export async function tools() {
  const service = await startService({ ...settings, PLATEN_MCP: "1", PLATEN_QUEUE: "4" });
  const who = await tokenOf(service, "agent");
  const watching = watch(service);
  const request = JSON.parse(ordinary(1));
  const answers = await all(short ? 30 : 200, (i) =>
    i % 3 === 2 ? tool(service, who, "preview", { request, width: 600 }) : tool(service, who, "render", { request }),
  );
  const told = (a) => a.answer !== null && ("result" in a.answer || "error" in a.answer || "code" in a.answer);
  const done = answers.filter((a) => a.answer?.result && !a.answer.result.isError).length;
  console.log(
    `tools: ${done} of ${answers.length} answered, the rest refused${promise(answers.every(told) && done > 0, "a tool did not answer")}`,
  );
  const deep = `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`;
  const bodies = [
    "[]",
    "{",
    deep,
    `[${'{"jsonrpc":"2.0","id":1,"method":"tools/list"},'.repeat(20_000)}1]`,
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"text","arguments":{"request":${deep}}}}`,
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"einvoice_read","arguments":{"xml":"${"<a>".repeat(1_000_000)}"}}}`,
    `{"jsonrpc":"2.0","id":1,"method":"${"x".repeat(10_000_000)}"}`,
  ];
  for (const body of bodies) {
    const headers = { ...auth(who), "content-type": "application/json", accept: "application/json, text/event-stream" };
    const r = await fetch(`${service.url}/mcp`, { method: "POST", body, headers }).catch(() => ({ status: 0 }));
    await r.arrayBuffer?.();
    console.log(
      `tools: ${body.slice(0, 40)}… (${body.length} bytes): ${r.status}${promise(r.status > 0 && r.status < 500, `/mcp: ${r.status}`)}`,
    );
  }
  console.log(`small document ${await smallOne(service, "after tools")}`);
  report(await watching.stop());
  await stop(service);
}

export async function invoices() {
  const service = await startService(settings);
  const watching = watch(service);
  const entities = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join("");
  const cii = (inside) =>
    `<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100">${inside}</rsm:CrossIndustryInvoice>`;
  const ubl = (inside) => `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">${inside}</Invoice>`;
  const files = {
    "entities that expand": `<!DOCTYPE a [<!ENTITY l0 "lol">${entities}]>${cii("&l9;")}`,
    "an external entity": `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${cii("&x;")}`,
    "200,000 levels": cii("<a>".repeat(200_000) + "</a>".repeat(200_000)),
    "100,000 attributes": cii(`<a ${Array.from({ length: 100_000 }, (_, i) => `b${i}=""`).join(" ")}/>`),
    "many lines": ubl("<InvoiceLine><ID>1</ID></InvoiceLine>".repeat(short ? 2000 : 100_000)),
    "a value of 8 MB": ubl(`<ID>${"9".repeat(8_000_000)}</ID>`),
    "a comment of 8 MB": cii(`<!--${"-x".repeat(4_000_000)}-->`),
    "bytes of zero": Buffer.alloc(4_000_000),
    "a PDF of nested arrays": Buffer.from(`%PDF-1.7\n1 0 obj\n${"[".repeat(2_000_000)}\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF`),
  };
  for (const [name, body] of Object.entries(files)) {
    const type = name.includes("PDF") ? "application/pdf" : "application/xml";
    const answers = [];
    for (const route of ["read", "validate", "show"]) {
      const working = ask(service, "POST", `/e-invoice/${route}`, { body, headers: { "content-type": type } });
      await pause(20);
      await smallOne(service, `beside ${name}`);
      const r = await working;
      answers.push(`${route} ${r.status} ${r.body?.code ?? ""}`);
      const told = r.status === 200 || (r.status >= 400 && r.body?.code !== undefined && r.body.code !== "API-999");
      promise(told && !JSON.stringify(r.body).includes("root:"), `${route} of ${name}: ${r.status} ${r.body?.code}`);
    }
    console.log(`e-invoice, ${name}: ${answers.join(", ")}; small document ${await smallOne(service, `after ${name}`)}`);
  }
  const model = { syntax: "ubl", invoice: { lines: Array.from({ length: 20_000 }, () => ({})) } };
  const r = await ask(service, "POST", "/e-invoice/write", { body: JSON.stringify(model) });
  console.log(`e-invoice, 20,000 lines as data: ${r.status} ${r.body?.code}${promise(r.status === 400, `20,000 lines: ${r.status}`)}`);
  report(await watching.stop());
  await stop(service);
}
