import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { haveBrowser } from "../support/browser.js";
import { Playground, PLAYGROUND_POLICY, REQUEST } from "../support/playground.js";
import { start, TOKEN, type Running } from "../support/service.js";

/* The playground of the service (P7, P11). */

describe("the playground of the service", () => {
  let service: Running;
  beforeAll(async () => {
    service = await start({ PLATEN_MAX_PAGES: "3" });
  });
  afterAll(() => service.child.kill("SIGKILL"));

  test("each file has the policy, its type and an ETag; nothing else of the package is served (P11)", async () => {
    for (const [file, type] of [
      ["", "text/html; charset=utf-8"],
      ["/", "text/html; charset=utf-8"],
      ["/playground.js", "text/javascript; charset=utf-8"],
      ["/playground.css", "text/css; charset=utf-8"],
      ["/schema.json", "application/json; charset=utf-8"],
      ["/platen/worker.js", "text/javascript; charset=utf-8"],
      ["/platen/harfbuzz.wasm", "application/wasm"],
      ["/examples/letter.png", "image/png"],
    ] as const) {
      const r = await fetch(`${service.url}/playground${file}`);
      await r.arrayBuffer();
      expect([r.status, r.headers.get("content-type")], file).toEqual([200, type]);
      expect(r.headers.get("content-security-policy"), file).toBe(PLAYGROUND_POLICY);
      expect(r.headers.get("x-content-type-options"), file).toBe("nosniff");
      expect(r.headers.get("referrer-policy"), file).toBe("no-referrer");
      const etag = r.headers.get("etag");
      if (file.length > 1 && etag !== null) expect((await fetch(r.url, { headers: { "if-none-match": etag } })).status, file).toBe(304);
    }
    for (const name of ["platen/missing.js", "%2e%2e/%2e%2e/package.json", "..%2f..%2fpackage.json", "platen"])
      expect((await fetch(`${service.url}/playground/${name}`)).status, name).toBe(404);
    expect((await fetch(`${service.url}/playground`, { method: "POST" })).status).toBe(405);
  });

  test.runIf(haveBrowser)("the checkbox renders by the service, whose refusal is a problem at its place (P7)", async () => {
    const p = await Playground.open(`${service.url}/playground`);
    try {
      await p.after(() => p.page.click("#by-service"));
      expect(await p.state()).toMatchObject({ state: "ready" });
      const [posted] = await Promise.all([
        p.page.waitForResponse((r) => r.url() === `${service.url}/api/playground?endpoint=pdf-render`),
        p.write(REQUEST("By the service")),
      ]);
      expect([posted.status(), posted.headers()["content-type"]]).toEqual([200, "application/pdf"]);
      const pages = '{ "size": "a4", "elements": [{ "type": "text", "layout": { "left": 20, "top": 20 }, "content": "x" }] }';
      await p.write(`{ "pages": [${Array(5).fill(pages).join(", ")}] }`);
      expect(await p.state()).toMatchObject({ state: "error", pages: "5" });
      expect(await p.page.$eval("#problems li", (li) => (li as unknown as { textContent: string }).textContent)).toContain(
        "by the service",
      );
      await p.after(() => p.page.click("#by-service"));
      expect(await p.state()).toMatchObject({ state: "ready" });
      // the browser reports the refusal
      expect(p.faults.filter((fault) => !fault.includes("/api/playground"))).toEqual([]);
    } finally {
      await p.end();
    }
  });

  test.runIf(haveBrowser)("J10: a template is published with a token, and rendered by its id (FH-39)", async () => {
    const own = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN });
    const p = await Playground.open(`${own.url}/playground`);
    try {
      const publish = await p.page.$$('::-p-aria([name="Publish"][role="button"])');
      expect(publish).toHaveLength(0);
      await p.button("New");
      await (await p.control("radio", "Template")).click();
      await p.after(() => p.button("Create"));
      await p.write('{ "name": "Ada" }', "Data");
      await p.after(() => p.button("Fields from data"));
      await p.after(() => p.button("Text"));
      await p.button("Bind content");
      await p.after(async () => (await p.control("option", "name")).click());
      const told = async (token: string, words: string): Promise<void> => {
        const dialog = (await p.page.$("#publishing"))!;
        await (await dialog.$('[type="password"]'))!.evaluate(
          (field, value) => ((field as unknown as { value: string }).value = value),
          token,
        );
        await (await dialog.$('[type="submit"]'))!.click();
        await p.page.waitForFunction(`document.querySelector("#publishing [role=status]").textContent.includes(${JSON.stringify(words)})`);
      };
      await p.button("Publish");
      await (await p.page.$("#publishing [type=text]"))!.type("greeting");
      await told("plt_none", "does not know this token");
      await told(TOKEN, "Published greeting, version 1");
      await p.page.click("#publishing .close");
      expect(await p.page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])")).not.toContain(TOKEN);
      const body = JSON.stringify({ template_id: "greeting", data: [{ name: "Grace" }] });
      const rendered = await fetch(`${own.url}/api/v1/template-render`, {
        method: "POST",
        headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
        body,
      });
      expect([rendered.status, rendered.headers.get("content-type")]).toEqual([200, "application/pdf"]);
      const put = (): Promise<Response> =>
        fetch(`${own.url}/api/v1/templates/greeting`, {
          method: "PUT",
          headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
          body: '{ "schema": { "fields": [] }, "pages": [{ "size": "a4", "elements": [] }] }',
        });
      expect((await put()).status).toBe(200);
      await p.button("Publish");
      await told(TOKEN, "greeting was changed since");
      await told(TOKEN, "Published greeting, version 3");
    } finally {
      await p.end();
      own.child.kill("SIGKILL");
    }
  });
});
