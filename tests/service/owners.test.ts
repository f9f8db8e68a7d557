import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { havePostgres, startPostgres, type Postgres } from "../support/postgres.js";
import { cli, errorOf, heavy, isPdf, pause, post, SMALLEST, start, TOKEN, until, type Running } from "../support/service.js";
import { has, needs, root } from "../support/tools.js";

const dir = mkdtempSync(path.join(tmpdir(), "platen-owners-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const file = (name: string, value: unknown): string => {
  const at = path.join(dir, name);
  writeFileSync(at, typeof value === "string" ? value : JSON.stringify(value));
  return at;
};
const pages = (n: number): string => JSON.stringify({ pages: Array.from({ length: n }, () => ({ size: "a4" })) });
const as = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

interface Store {
  readonly env: Record<string, string>;
  run(...args: readonly string[]): { readonly status: number | null; readonly out: string; readonly err: string };
  json(...args: readonly string[]): unknown;
  token(...args: readonly string[]): { readonly id: string; readonly token: string };
}
function storeAt(env: Record<string, string>): Store {
  const run = (...args: readonly string[]): ReturnType<Store["run"]> => {
    const r = spawnSync(process.execPath, [cli, ...args], { env: { ...process.env, ...env }, encoding: "utf8" });
    return { status: r.status, out: r.stdout, err: r.stderr };
  };
  const json = (...args: readonly string[]): unknown => {
    const r = run("--json", ...args);
    expect(r).toMatchObject({ status: 0, err: "" });
    return JSON.parse(r.out);
  };
  return { env, run, json, token: (...args) => json("tokens", "create", ...args) as { id: string; token: string } };
}

describe("with the default store", () => {
  let store: Store;
  let service: Running;
  beforeAll(async () => {
    store = storeAt({ PLATEN_DATA_DIR: path.join(dir, "data") });
    service = await start({ ...store.env, PLATEN_WORKERS: "2" });
  });
  afterAll(() => service.child.kill("SIGKILL"));

  test("the first start makes a token, which works, and the next one does not make another", async () => {
    const token = /^ {2}(plt_\S+)$/m.exec(service.output())?.[1];
    expect(service.output()).toContain(`Authorization: Bearer ${token}`);
    expect(await isPdf(await post(service.url, SMALLEST, as(token!)))).toBe(true);
    const second = await start(store.env);
    expect(second.output()).not.toContain("plt_");
    expect(await isPdf(await post(second.url, SMALLEST, as(token!)))).toBe(true);
    second.child.kill("SIGKILL");
  });

  test("a header that is missing or malformed, an unknown token, one of another surface", async () => {
    const bare = await fetch(`${service.url}/api/v1/pdf/render`, {
      method: "POST",
      body: SMALLEST,
      headers: { "content-type": "application/json" },
    });
    expect(await errorOf(bare)).toMatchObject({ status: 401, code: "API-101" });
    for (const value of ["Bearer", "Bearer a b", "bearer x", "Basic x"])
      expect(await errorOf(await post(service.url, SMALLEST, { authorization: value }))).toMatchObject({ status: 401, code: "API-101" });
    expect(await errorOf(await post(service.url, SMALLEST, as("plt_unknown")))).toEqual({
      status: 401,
      code: "API-102",
      message: "the token is not valid",
    });
    const { token } = store.token("--owner", "inside", "--surface", "internal");
    expect(await errorOf(await post(service.url, SMALLEST, as(token)))).toEqual({
      status: 401,
      code: "API-102",
      message: "the token is not valid",
    });
  });

  test("a token renders if it has the scope, whatever else it may", async () => {
    const first = /^ {2}(plt_\S+)$/m.exec(service.output())![1]!;
    expect(store.json("tokens", "list", "--owner", "local")).toMatchObject([{ scopes: ["render", "manage"] }]);
    expect(await isPdf(await post(service.url, SMALLEST, as(first)))).toBe(true);
    const scoped = (...args: readonly string[]): string => store.token("--owner", "scoped", ...args).token;
    expect(await isPdf(await post(service.url, SMALLEST, as(scoped())))).toBe(true);
    expect(await isPdf(await post(service.url, SMALLEST, as(scoped("--scope", "manage", "--scope", "render"))))).toBe(true);
    const other = scoped("--scope", "admin,manage");
    // before media type and body, whether the job exists or not
    const id = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
    for (const r of [
      await post(service.url, SMALLEST, { ...as(other), "content-type": "text/plain" }),
      await fetch(`${service.url}/api/v1/e-invoice/jobs/${id}`, { headers: as(other) }),
    ]) {
      expect(r.headers.get("www-authenticate")).toBe('Bearer error="insufficient_scope", scope="render"');
      expect(await errorOf(r)).toEqual({ status: 403, code: "API-104", message: "the token needs the scope render" });
    }
    const listed = store.json("tokens", "list", "--owner", "scoped") as { scopes: string[] }[];
    expect(listed.map((t) => t.scopes)).toEqual([["render"], ["render", "manage"], ["manage", "admin"]]);
    expect(store.run("tokens", "list", "--owner", "scoped").out).toContain("manage, admin");
    for (const wrong of ["write", "", "render,", "Render"])
      expect(store.run("tokens", "create", "--owner", "scoped", "--scope", wrong)).toMatchObject({ status: 2 });
  });

  test("a token is suspended, resumed, over and revoked while the service runs", async () => {
    const { id, token } = store.token("--owner", "states", "--expires", "2999-01-01");
    const status = async (): Promise<number> => (await post(service.url, SMALLEST, as(token))).status;
    const refused = { status: 401, code: "API-103", message: "the token is not valid any more" };
    expect(await status()).toBe(200);
    expect(store.json("tokens", "suspend", id)).toEqual({ id, state: "suspended" });
    expect(await errorOf(await post(service.url, SMALLEST, as(token)))).toEqual(refused);
    expect(store.run("tokens", "resume", id).out).toBe(`${id}  active\n`);
    expect(await status()).toBe(200);
    store.json("tokens", "revoke", id);
    expect(await errorOf(await post(service.url, SMALLEST, as(token)))).toEqual(refused);
    expect(store.run("tokens", "resume", id)).toMatchObject({ status: 1, err: `platen: the token ${id} is revoked; its state is final\n` });
    const over = store.token("--owner", "states", "--expires", "2020-01-01");
    expect(await errorOf(await post(service.url, SMALLEST, as(over.token)))).toEqual(refused);
    const listed = store.json("tokens", "list", "--owner", "states") as { id: string; state: string }[];
    expect(listed.map((t) => t.state).sort()).toEqual(["expired", "revoked"]);
    expect(JSON.stringify(listed)).not.toContain(token.slice(4));
  });

  test("each bound of a policy", async () => {
    const policy = file("policy.json", {
      max_pages_per_request: 2,
      max_image_bytes: 200,
      pdfa_profiles: ["pdfa-2b"],
      metadata: { allow: ["title"], default_metadata: { author: "ACME" } },
      security: { allowed_algorithms: ["aes_128"] },
    });
    const { token } = store.token("--owner", "bounded", "--policy", policy);
    const answer = async (body: unknown): Promise<unknown> => {
      const r = await post(service.url, typeof body === "string" ? body : JSON.stringify(body), as(token));
      return r.status === 200 ? 200 : errorOf(r);
    };
    expect(await answer(pages(2))).toBe(200);
    expect(await answer(pages(3))).toMatchObject({ status: 400, code: "API-004", message: "pages: must be at most 2 pages; found 3" });
    expect(await answer(heavy(9))).toMatchObject({ status: 400, code: "API-004" });
    const settings = (given: object): object => ({ settings: given, pages: [{ size: "a4" }] });
    expect(await answer(settings({ profile: "pdfa-2b" }))).toBe(200);
    expect(await answer(settings({ profile: "pdfa-3b" }))).toMatchObject({
      status: 400,
      code: "API-002",
      message: expect.stringMatching(/^settings\.profile: /) as string,
    });
    expect(await answer(settings({ security: { algorithm: "aes_128", open_password: "x" } }))).toBe(200);
    expect(await answer(settings({ security: { open_password: "x" } }))).toMatchObject({
      code: "API-002",
      message: expect.stringMatching(/^settings\.security\.algorithm: /) as string,
    });
    const picture = (asset: string): object => ({
      pages: [{ size: "a4", elements: [{ type: "image", layout: { left: 1, top: 1 }, width: 20, height: 20, asset }] }],
    });
    expect(await answer(picture("photo"))).toMatchObject({
      code: "API-002",
      message:
        'pages[0].elements[0].asset: unknown asset "photo": put the file into the folder of --asset-dir, or store it with platen assets put FILE --key KEY',
    });
    expect(store.run("assets", "put", path.join(root, "bench/data/logo.png"), "--key", "photo", "--owner", "bounded").status).toBe(0);
    expect(await answer(picture("photo"))).toMatchObject({
      status: 400,
      code: "API-007",
      message: expect.stringMatching(
        /^pages\[0\]\.elements\[0\]\.asset: the picture has \d+ bytes, the token's policy allows 200$/,
      ) as string,
    });
    expect(
      await errorOf(await post(service.url, JSON.stringify(picture("photo")), as(store.token("--owner", "other").token))),
    ).toMatchObject({ code: "API-002" });
    expect(await isPdf(await post(service.url, JSON.stringify(picture("photo")), as(store.token("--owner", "bounded").token)))).toBe(true);
    expect(store.json("assets", "list", "--owner", "bounded")).toMatchObject([{ key: "photo" }]);
    expect(store.run("assets", "remove", "photo", "--owner", "bounded").status).toBe(0);
    expect(store.run("assets", "remove", "photo", "--owner", "bounded").status).toBe(1);
  });

  test.runIf(needs("pdfinfo (poppler-utils)", has("pdfinfo")))(
    "metadata that a policy does not allow is stripped, with its default instead",
    async () => {
      const policy = file("metadata.json", { metadata: { allow: ["title"], default_metadata: { author: "ACME" } } });
      const { token } = store.token("--owner", "meta", "--policy", policy);
      const body = { settings: { metadata: { title: "Mine", author: "Me", subject: "Mine too" } }, pages: [{ size: "a4" }] };
      const pdf = path.join(dir, "metadata.pdf");
      writeFileSync(pdf, Buffer.from(await (await post(service.url, JSON.stringify(body), as(token))).arrayBuffer()));
      const info = spawnSync("pdfinfo", [pdf], { encoding: "utf8" }).stdout;
      expect(info).toMatch(/^Title: +Mine$/m);
      expect(info).toMatch(/^Author: +ACME$/m);
      expect(info).not.toContain("Subject");
    },
  );

  test("credits pay for what succeeds, in parallel too, then the wallet", async () => {
    const { token } = store.token("--owner", "payer");
    store.json("accounts", "set", "payer", file("account.json", { subscription: "active", page_credits: { limit: 6, period: "month" } }));
    expect((await post(service.url, '{"pages":[]}', as(token))).status).toBe(400);
    expect(await errorOf(await post(service.url, pages(7), as(token)))).toMatchObject({
      status: 429,
      code: "API-203",
      message: "the render needs more than 6 page credits, of 6 a month 6 are left",
    });
    // also by layout; a policy's bound is named
    expect(await errorOf(await post(service.url, heavy(40), as(token)))).toMatchObject({ status: 429, code: "API-203" });
    const small = store.token("--owner", "payer", "--policy", file("small.json", { max_pages_per_request: 5 })).token;
    expect(await errorOf(await post(service.url, pages(7), as(small)))).toMatchObject({ status: 400, code: "API-004" });
    expect(store.json("accounts", "show", "payer")).toMatchObject({ used: 0 });
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(service.url, pages(2), as(token))));
    expect(answers.map((r) => r.status).sort()).toEqual([200, 200, 200, 429, 429, 429]);
    expect(store.json("accounts", "show", "payer")).toMatchObject({ used: 6, pages: 6 });
    store.json(
      "accounts",
      "set",
      "payer",
      file("account.json", { subscription: "active", page_credits: { limit: 6, period: "month" }, overage: true, wallet: 3 }),
    );
    expect((await post(service.url, pages(2), as(token))).status).toBe(200);
    expect(await errorOf(await post(service.url, pages(2), as(token)))).toMatchObject({ status: 402, code: "API-204" });
    expect(store.json("accounts", "show", "payer")).toMatchObject({ used: 6, wallet: 1 });
    for (const [subscription, code] of [
      ["none", "API-201"],
      ["expired", "API-202"],
    ] as const) {
      store.json("accounts", "set", "payer", file("account.json", { subscription }));
      // before its media type or body is examined
      expect(await errorOf(await post(service.url, "x", { ...as(token), "content-type": "text/plain" }))).toMatchObject({
        status: 402,
        code,
      });
    }
  });

  test("an account's pace delays its answers", async () => {
    const { token } = store.token("--owner", "slow");
    store.json("accounts", "set", "slow", file("account.json", { subscription: "active", pace_ms: 700 }));
    const began = performance.now();
    expect((await post(service.url, SMALLEST, as(token))).status).toBe(200);
    expect(performance.now() - began).toBeGreaterThan(690);
  });

  describe("an answer that is not handed to its connection costs nothing", () => {
    const account = (name: string, pace_ms: number, limit = 10): string => {
      store.json("accounts", "set", name, file("paced.json", { subscription: "active", page_credits: { limit, period: "day" }, pace_ms }));
      return store.token("--owner", name).token;
    };
    const used = (name: string): number => (store.json("accounts", "show", name) as { used: number }).used;

    test("its client leaves in its pace", async () => {
      const token = account("paced", 3000);
      const gone = new AbortController();
      const headers = { ...as(token), "content-type": "application/json" };
      const answer = fetch(`${service.url}/api/v1/pdf/render`, { method: "POST", body: pages(2), headers, signal: gone.signal });
      const left = answer.catch(() => "gone");
      await pause(1000);
      gone.abort();
      expect(await left).toBe("gone");
      await pause(3000);
      expect(used("paced")).toBe(0);
      expect(await isPdf(await post(service.url, pages(2), as(token)))).toBe(true);
      expect(used("paced")).toBe(2);
    });

    test("two at once take the last credit once", async () => {
      const token = account("last", 500, 1);
      const answers = await Promise.all([1, 2, 3].map(() => post(service.url, pages(1), as(token))));
      expect(answers.map((r) => r.status).sort()).toEqual([200, 429, 429]);
      expect(used("last")).toBe(1);
    });

    test("it has to wait behind others of its connection, which is closed", async () => {
      const token = account("piped", 0, 100_000);
      const { hostname, port } = new URL(service.url);
      const socket = connect(Number(port), hostname).on("error", () => undefined);
      const requested = (body: string): string =>
        `POST /api/v1/pdf/render HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      socket.write(requested(heavy(2000)) + requested(pages(2)));
      await pause(1200);
      socket.destroy();
      await pause(1500);
      expect(used("piped")).toBe(0);
    });

    test("there is no place for it among those in flight", async () => {
      const full = await start({ ...store.env, PLATEN_TRAFFIC_MB: "64", PLATEN_REQUEST_TIMEOUT_MS: "200000" });
      try {
        const token = account("large", 0);
        const other = account("large-too", 0, 1000);
        // an answer that nobody reads is in flight too
        const statusOfOther = async (): Promise<number> => {
          const r = await post(full.url, large, as(other));
          await r.arrayBuffer();
          return r.status;
        };
        const noise = Buffer.from(Uint32Array.from({ length: 2_750_000 }, (_, i) => Math.imul(i, 2654435761) ^ (i << 7)).buffer);
        const large = JSON.stringify({ settings: { metadata: { title: noise.toString("base64") } }, pages: [{ size: "a4" }] });
        const { hostname, port } = new URL(full.url);
        const held = [1, 2].map(() => {
          const socket = connect(Number(port), hostname).on("error", () => undefined);
          const head = `POST /api/v1/pdf/render HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
          socket.write(`${head}Content-Length: ${15_000_010}\r\n\r\n${"x".repeat(15_000_000)}`);
          return socket;
        });
        await pause(1000);
        await until(async () => (await statusOfOther()) === 503);
        expect(await errorOf(await post(full.url, large, as(token)))).toMatchObject({ status: 503, code: "API-900" });
        expect(used("large")).toBe(0);
        for (const socket of held) socket.destroy();
        await pause(500);
        await until(async () => (await statusOfOther()) === 200);
        expect(await isPdf(await post(full.url, large, as(token)))).toBe(true);
        expect(used("large")).toBe(1);
      } finally {
        full.child.kill("SIGKILL");
      }
    });
  });

  test("who kills the service at any moment finds every page that was answered charged, and every token", async () => {
    const killed = await start(store.env);
    const { token } = store.token("--owner", "killed");
    store.json("accounts", "set", "killed", file("account.json", { subscription: "active" }));
    let answered = 0;
    const asking = Array.from({ length: 4 }, async () => {
      for (;;) {
        const r = await post(killed.url, SMALLEST, as(token)).catch(() => null);
        if (r?.status !== 200) return;
        if (++answered === 25) killed.child.kill("SIGKILL");
      }
    });
    await Promise.all(asking);
    expect(answered).toBeGreaterThanOrEqual(25);
    const { pages: charged } = store.json("accounts", "show", "killed") as { pages: number };
    expect(charged).toBeGreaterThanOrEqual(answered);
    expect(charged).toBeLessThanOrEqual(answered + 4);
    expect((await post(service.url, SMALLEST, as(token))).status).toBe(200);
  });

  test("what the command line refuses", () => {
    const refused = (...args: readonly string[]): string => {
      const r = store.run(...args);
      expect(r.status).toBeGreaterThan(0);
      expect(r.err).not.toMatch(/\n {4}at /);
      return `${r.status} ${r.err.split("\n")[0]!}`;
    };
    expect(refused("tokens", "create")).toContain("--owner");
    expect(refused("tokens", "create", "--owner", "a b")).toMatch(/^2 .*must be 1 to 128 letters/);
    for (const expires of ["tomorrow", "2999-02-29", "2999-11-31T00:00:00Z"])
      expect(refused("tokens", "create", "--owner", "a", "--expires", expires)).toMatch(/^2 .*ISO 8601/);
    expect(refused("tokens", "create", "--owner", "a", "--surface", "secret")).toMatch(/^2 .*public or internal/);
    expect(refused("tokens", "create", "--owner", "a", "--policy", path.join(dir, "none.json"))).toMatch(/^[12] .*none\.json/);
    const bad = (value: unknown): string =>
      refused("tokens", "create", "--owner", "a", "--policy", file("bad.json", value)).replace(/.*bad\.json: /, "");
    expect(bad("{")).toMatch(/^the body is not JSON/);
    expect(bad('{"wallet":1,"wallet":2}')).toMatch(/^wallet: the key occurs twice/);
    expect(bad({ max_pages: 1 })).toBe(
      "max_pages: unknown field; allowed here: $schema, max_pages_per_request, max_image_bytes, pdfa_profiles, e_invoice_standards, metadata, security, signatures",
    );
    expect(bad({ max_pages_per_request: 0 })).toBe("max_pages_per_request: must be a whole number from 1; found 0");
    expect(bad({ max_image_bytes: -1 })).toBe("max_image_bytes: must be a whole number from 0; found -1");
    expect(bad({ pdfa_profiles: ["pdfa-9"] })).toMatch(/^pdfa_profiles\[0\]: .*found (the string )?"pdfa-9"/);
    expect(bad([])).toMatch(/found an (empty )?array/);
    const account = (value: unknown): string => refused("accounts", "set", "a", file("bad.json", value)).replace(/.*bad\.json: /, "");
    expect(account({})).toBe("the required field subscription is missing");
    expect(account({ subscription: "active", page_credits: { limit: 1.5, period: "day" } })).toMatch(/^page_credits\.limit: .*found 1\.5/);
    expect(account({ subscription: "active", page_credits: { limit: 1, period: "year" } })).toMatch(/^page_credits\.period: /);
    expect(account({ subscription: "active", pace_ms: 60_001 })).toBe("pace_ms: must be a whole number from 0 to 60000; found 60001");
    expect(refused("tokens", "revoke", "nothing")).toBe('1 platen: unknown token "nothing"');
    expect(refused("assets", "put", path.join(root, "package.json"), "--key", "x")).toMatch(
      /^1 .*package\.json: must be a picture as jpg, png, webp, svg or pdf/,
    );
    expect(refused("assets", "put", path.join(root, "bench/data/logo.png"), "--key", " x")).toMatch(/^2 .*--key/);
    expect(refused("config", "show")).toMatch(/^2 /);
    const env = storeAt({ ...store.env, PLATEN_BOOTSTRAP_TOKEN: "plt_secret", PLATEN_DATABASE_URL: "postgres://u:secret@h/d" });
    expect(env.run("config", "print").out).toContain("PLATEN_BOOTSTRAP_TOKEN=(set)\n");
    expect(env.run("config", "print").out).not.toMatch(/plt_secret|u:secret/);
    expect(env.json("config", "print")).toMatchObject({
      PLATEN_PORT: 8080,
      PLATEN_MAX_BODY_MB: 16,
      PLATEN_QUEUE: 64,
      PLATEN_RUNTIME_PROFILE: "full",
    });
  });
});

describe("the sandbox", () => {
  let service: Running;
  beforeAll(async () => {
    service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN, PLATEN_SANDBOX_RATE: "8", PLATEN_TRUST_PROXY: "1" });
  });
  afterAll(() => service.child.kill("SIGKILL"));
  const ask = (body: string, query: string, client: string, more: Record<string, string> = {}): Promise<Response> =>
    fetch(`${service.url}/api/playground${query}`, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", "x-forwarded-for": client, ...more },
    });
  const endpoint = "?endpoint=pdf-render";

  test("renders without a token, and ignores one", async () => {
    expect(await isPdf(await ask(SMALLEST, endpoint, "192.0.2.1"))).toBe(true);
    expect(await isPdf(await ask(SMALLEST, endpoint, "192.0.2.1", { authorization: "Bearer nonsense" }))).toBe(true);
    const r = await ask(SMALLEST, endpoint, "192.0.2.1");
    r.headers.forEach((_value, name) => expect(name).not.toMatch(/ratelimit|retry|engine|powered|server/i));
  });

  test("has one endpoint, bounds on bodies, and the errors of renders", async () => {
    for (const query of ["", "?endpoint=", "?endpoint=svg", "?endpoint=pdf-render&endpoint=pdf-render"])
      expect(await errorOf(await ask(SMALLEST, query, "192.0.2.2"))).toMatchObject({ status: 404, code: "API-404" });
    const padded = (bytes: number): string => SMALLEST + " ".repeat(bytes - SMALLEST.length);
    expect(await isPdf(await ask(padded(262_144), endpoint, "192.0.2.3"))).toBe(true);
    expect(await errorOf(await ask(padded(262_145), endpoint, "192.0.2.3"))).toMatchObject({ status: 413, code: "API-008" });
    expect(await errorOf(await ask("{}", endpoint, "192.0.2.3"))).toMatchObject({ status: 400, code: "API-001" });
    expect(await errorOf(await ask(SMALLEST, endpoint, "192.0.2.3", { "content-type": "text/plain" }))).toMatchObject({ status: 415 });
  });

  test("an address has so many requests a minute, and another one its own", async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(SMALLEST, endpoint, "192.0.2.4")));
    expect(answers.filter((r) => r.status === 200)).toHaveLength(8);
    const refused = answers.filter((r) => r.status !== 200);
    expect(await errorOf(refused[0]!)).toEqual({
      status: 429,
      code: "API-301",
      message: "more than 8 requests in a minute from this address",
    });
    // the address seen by the trusted proxy counts, not the client's header
    expect((await ask(SMALLEST, endpoint, "203.0.113.9, 192.0.2.4")).status).toBe(429);
    expect((await ask(SMALLEST, endpoint, "192.0.2.5")).status).toBe(200);
    expect((await post(service.url, SMALLEST)).status).toBe(200);
  });
});

test("a deployment for shipping labels has neither Flow Documents nor named data", async () => {
  const service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN, PLATEN_RUNTIME_PROFILE: "shipping-label", PLATEN_SANDBOX_RATE: "0" });
  try {
    const health = (await (await fetch(`${service.url}/health`)).json()) as { runtime_profile: string; capabilities: string[] };
    expect(health.runtime_profile).toBe("shipping-label");
    expect(health.capabilities).toContain("layout.fixed_canvas");
    expect(health.capabilities).not.toContain("layout.flow_document");
    expect(health.capabilities).not.toContain("data.projection");
    expect(await isPdf(await post(service.url, readFileSync(path.join(root, "examples/shipping-label.json"), "utf8")))).toBe(true);
    expect(await errorOf(await post(service.url, readFileSync(path.join(root, "examples/newsletter.json"), "utf8")))).toEqual({
      status: 400,
      code: "API-002",
      message:
        "flow_document: it needs the capability layout.flow_document, which this service does not have: its /health lists those it has",
    });
    expect(await errorOf(await post(service.url, readFileSync(path.join(root, "examples/charts/datasets.json"), "utf8")))).toMatchObject({
      message: "datasets: it needs the capability data.projection, which this service does not have: its /health lists those it has",
    });
    expect(await errorOf(await fetch(`${service.url}/api/playground?endpoint=pdf-render`, { method: "POST" }))).toMatchObject({
      status: 404,
    });
  } finally {
    service.child.kill("SIGKILL");
  }
});

describe.runIf(havePostgres)("two services on one PostgreSQL", () => {
  let postgres: Postgres;
  const running: Running[] = [];
  let store: Store;
  beforeAll(async () => {
    postgres = await startPostgres();
    store = storeAt({ PLATEN_DATABASE_URL: postgres.fresh(), PLATEN_DATA_DIR: path.join(dir, "unused") });
    running.push(...(await Promise.all([start(store.env), start(store.env)])));
  });
  afterAll(async () => {
    for (const service of running) service.child.kill("SIGKILL");
    await postgres.stop();
  });

  test("share tokens, credits and assets", async () => {
    const { id, token } = store.token("--owner", "shared");
    store.json("accounts", "set", "shared", file("shared.json", { subscription: "active", page_credits: { limit: 7, period: "day" } }));
    store.run("assets", "put", path.join(root, "bench/data/logo.png"), "--key", "logo", "--owner", "shared");
    const body = JSON.stringify({
      pages: [{ size: "a4", elements: [{ type: "image", layout: { left: 1, top: 1 }, width: 20, height: 20, asset: "logo" }] }],
    });
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => post(running[i % 2]!.url, body, as(token))));
    expect(answers.filter((r) => r.status === 200)).toHaveLength(7);
    expect(answers.filter((r) => r.status === 429)).toHaveLength(5);
    expect(store.json("accounts", "show", "shared")).toMatchObject({ used: 7, pages: 7 });
    store.json("tokens", "revoke", id);
    for (const service of running) expect((await post(service.url, body, as(token))).status).toBe(401);
  });
});
