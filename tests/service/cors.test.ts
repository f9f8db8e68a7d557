import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { settingsFrom } from "../../runtime/core/settings.js";
import { cli, errorOf, isPdf, post, SMALLEST, start, TOKEN, type Running } from "../support/service.js";

/* Pages of other origins, as browsers ask (Fetch standard, CORS protocol; running F1 to F4, I9). */
const APP = "https://app.example.com";
const preflight = (url: string, origin: string, headers: Record<string, string> = { "access-control-request-method": "POST" }) =>
  fetch(url, { method: "OPTIONS", headers: { origin, ...headers } });
const corsOf = (r: Response): Record<string, string> => {
  const out: Record<string, string> = {};
  r.headers.forEach((value, name) => {
    if (name.startsWith("access-control-")) out[name] = value;
  });
  return out;
};
const EXPOSED = "X-Request-Id, Content-Disposition, ETag, Location, Preference-Applied, Platen-Pages";

describe("with a list", () => {
  let service: Running;
  beforeAll(async () => {
    service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN, PLATEN_CORS_ORIGIN: ` ${APP} , http://localhost:3000` });
  });
  afterAll(() => service.child.kill("SIGKILL"));

  test.each([
    ["/api/v1/pdf/render", "POST"],
    ["/api/playground", "POST"],
    ["/health", "GET"],
    ["/openapi.json", "GET"],
    ["/openapi.yaml", "GET"],
    ["/api/v1/e-invoice/jobs/3f2504e0-4f89-41d3-9a0c-0305e82c3301", "GET"],
  ])("a preflight to %s is answered without a token", async (path, methods) => {
    for (const origin of [APP, "http://localhost:3000"]) {
      const r = await preflight(`${service.url}${path}`, origin);
      expect([r.status, await r.text()]).toEqual([204, ""]);
      expect(corsOf(r)).toEqual({
        "access-control-allow-origin": origin,
        "access-control-allow-methods": methods,
        "access-control-allow-headers":
          "Authorization, Content-Type, X-Request-Id, Prefer, Idempotency-Key, If-Match, If-None-Match, traceparent, tracestate",
        "access-control-max-age": "600",
      });
      expect(r.headers.get("vary")).toBe("Origin");
    }
  });

  test("an answer may be read by the page, an error too", async () => {
    const own = { "access-control-allow-origin": APP, "access-control-expose-headers": EXPOSED };
    const rendered = await post(service.url, SMALLEST, { origin: APP });
    expect([corsOf(rendered), rendered.headers.get("vary")]).toEqual([own, "Origin"]);
    expect(await isPdf(rendered)).toBe(true);
    for (const [answer, code] of [
      [await post(service.url, "{", { origin: APP }), "API-001"],
      [await post(service.url, SMALLEST, { origin: APP, authorization: "Bearer wrong" }), "API-102"],
      [await fetch(`${service.url}/api/v1/pdf/render`, { headers: { origin: APP } }), "API-405"],
      [await fetch(`${service.url}/api/v1/nothing`, { headers: { origin: APP } }), "API-404"],
      [await fetch(`${service.url}/api/v1/%zz`, { headers: { origin: APP } }), "API-001"],
    ] as const) {
      expect(await errorOf(answer)).toMatchObject({ code });
      expect(corsOf(answer)).toEqual(own);
    }
  });

  test.each([
    "https://evil.example",
    "null",
    "https://app.example.com.evil.example",
    "https://app.example.com:444",
    "http://app.example.com",
  ])("the origin %s gets its answer without the headers", async (origin) => {
    const r = await post(service.url, SMALLEST, { origin });
    expect([corsOf(r), await isPdf(r)]).toEqual([{}, true]);
    const asked = await preflight(`${service.url}/api/v1/pdf/render`, origin);
    expect([corsOf(asked), (await errorOf(asked)).code]).toEqual([{}, "API-405"]);
  });

  test.each(["/metrics", "/livez", "/readyz", "/docs", "/"])("%s is never covered", async (path) => {
    expect(corsOf(await fetch(`${service.url}${path}`, { headers: { origin: APP } }))).toEqual({});
    const asked = await preflight(`${service.url}${path}`, APP, { "access-control-request-method": "GET" });
    expect([corsOf(asked), (await errorOf(asked)).code]).toEqual([{}, "API-405"]);
  });

  test.each(["/api/v1/%61dmin/tokens", "/api/v1/adm%69n/accounts/x", "/api/v1/%61%64%6d%69%6E/tokens", "/%6detrics", "/docs%2Ejson"])(
    "%s is the path that it is without its codes, and not covered",
    async (path) => {
      const r = await fetch(`${service.url}${path}`, { headers: { origin: APP, authorization: `Bearer ${TOKEN}` } });
      expect([corsOf(r), r.headers.get("vary")]).toEqual([{}, null]);
      const asked = await preflight(`${service.url}${path}`, APP);
      expect([corsOf(asked), asked.status === 204]).toEqual([{}, false]);
    },
  );

  test("an encoded path is its route's for preflights, methods and answers; another case and more slashes are other paths", async () => {
    const asked = await preflight(`${service.url}/api/v1/pdf/%72ender`, APP);
    expect([asked.status, asked.headers.get("access-control-allow-methods")]).toEqual([204, "POST"]);
    const wrong = await fetch(`${service.url}/api/v1/%61dmin/tokens`, { method: "PATCH", headers: { origin: APP } });
    expect([corsOf(wrong), await errorOf(wrong)]).toMatchObject([{}, { status: 405, code: "API-405" }]);
    const health = await fetch(`${service.url}/h%65alth`, { headers: { origin: APP } });
    expect([health.status, corsOf(health)["access-control-allow-origin"]]).toEqual([200, APP]);
    for (const path of [
      "/API/v1/admin/tokens",
      "/api/v1/ADMIN/tokens",
      "//api/v1/admin/tokens",
      "/api/v1//admin/tokens",
      "/api/v1/%2561dmin/tokens",
    ]) {
      const r = await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${TOKEN}` } });
      expect([path, await errorOf(r)]).toMatchObject([path, { status: 404, code: "API-404" }]);
    }
  });

  test("OPTIONS without a method to ask for, or without an origin, and an unknown path", async () => {
    expect(await errorOf(await preflight(`${service.url}/health`, APP, {}))).toMatchObject({ status: 405, code: "API-405" });
    const bare = { method: "OPTIONS", headers: { "access-control-request-method": "POST" } };
    expect(await errorOf(await fetch(`${service.url}/api/v1/pdf/render`, bare))).toMatchObject({ status: 405, code: "API-405" });
    expect(await errorOf(await preflight(`${service.url}/api/v1/nothing`, APP))).toMatchObject({ status: 404, code: "API-404" });
  });
});

test("a star allows every origin, and no answer depends on it", async () => {
  const service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN, PLATEN_CORS_ORIGIN: "*" });
  for (const r of [await preflight(`${service.url}/health`, APP), await post(service.url, SMALLEST, { origin: "null" })]) {
    expect(r.headers.get("access-control-allow-origin")).toBe("*");
    expect(r.headers.get("access-control-allow-credentials")).toBe(null);
    expect(r.headers.get("vary")).toBe(null);
  }
  service.child.kill("SIGKILL");
});

test("without the setting nothing is allowed", async () => {
  const service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN });
  expect(corsOf(await post(service.url, SMALLEST, { origin: APP }))).toEqual({});
  const asked = await preflight(`${service.url}/api/v1/pdf/render`, APP);
  expect([corsOf(asked), await errorOf(asked)]).toMatchObject([{}, { status: 405, code: "API-405" }]);
  service.child.kill("SIGKILL");
});

describe("the setting", () => {
  const origins = (value: string): unknown => settingsFrom({ PLATEN_CORS_ORIGIN: value }).corsOrigin;

  test("origins are as browsers send them", () => {
    expect(origins("")).toBe(null);
    expect(origins("*")).toBe("*");
    expect(origins("https://Example.COM:443 ,http://[::1]:8080")).toEqual(["https://example.com", "http://[::1]:8080"]);
    expect(origins("capacitor://localhost")).toEqual(["capacitor://localhost"]);
  });

  test.each([
    "https://a.example/",
    "https://a.example/x",
    "https://*.example.com",
    "null",
    "a.example",
    "https://a.example,*",
    "https://a.example,,https://b.example",
    "https://me@a.example",
    "https://a.example?x",
    "https://a.example#x",
    "https://",
    "https://a.example:99999",
    "https://a.example https://b.example",
  ])("%s is refused by name", (value) => {
    expect(() => origins(value)).toThrow(/^PLATEN_CORS_ORIGIN: must be "\*", or origins such as/);
  });

  test("with exit code 2", () => {
    const r = spawnSync(process.execPath, [cli, "serve"], { env: { ...process.env, PLATEN_CORS_ORIGIN: "x" }, encoding: "utf8" });
    expect([r.status, r.stderr]).toEqual([2, expect.stringMatching(/^platen: PLATEN_CORS_ORIGIN: /)]);
  });
});
