// Texts for language models (R22, R23).
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { check, renderBrief } from "../../runtime/index.js";
import { slug } from "../../runtime/docs/markdown.js";
import { start, type Running } from "../support/service.js";
import { root } from "../support/tools.js";

const page = (name: string): string => readFileSync(path.join(root, "docs", name), "utf8");
const tokens = (text: string): number => encode(text).length;

test("agents.md and llms.txt are short", () => {
  expect(tokens(page("agents.md"))).toBeLessThanOrEqual(3000);
  expect(tokens(page("llms.txt"))).toBeLessThanOrEqual(2000);
});

test("each document of agents.md renders as it is, without warnings", async () => {
  let count = 0;
  for (const [, json] of page("agents.md").matchAll(/```json\n([\s\S]*?)```/g)) {
    const body = JSON.parse(json!) as object;
    if ("brief" in body) expect((await renderBrief(body, { warnings: true })).warnings).toEqual([]);
    else expect(await check(body as never, { warnings: true })).toEqual([]);
    count++;
  }
  expect(count).toBe(3);
});

describe("the service", () => {
  let service: Running;
  beforeAll(async () => void (service = await start({})));
  afterAll(() => service.child.kill());

  test("has llms.txt without a token, and each of its links answers with text", async () => {
    const answer = await fetch(`${service.url}/llms.txt`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    const text = await answer.text();
    expect(text.match(/^# .*$/gm)).toEqual(["# Platen"]);
    expect(text.split("\n")[2]).toMatch(/^> /);
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map((m) => m[1]!);
    expect(links.length).toBeGreaterThan(25);
    for (const link of links) {
      expect(link).toMatch(/^\//);
      const linked = await fetch(service.url + link);
      expect([link, linked.status]).toEqual([link, 200]);
      expect(linked.headers.get("content-type")).toMatch(
        link.endsWith(".md") ? /^text\/markdown; charset=utf-8$/ : /^(text\/|application\/json)/,
      );
      expect((await linked.text()).length).toBeGreaterThan(100);
    }
  });

  test("has all pages in one text", async () => {
    const text = await (await fetch(`${service.url}/llms-full.txt`)).text();
    expect(tokens(text)).toBeLessThanOrEqual(100_000);
    for (const title of ["# For agents", "# Tables", "# Briefs", "# Running the service"]) expect(text).toContain(`\n${title}\n`.slice(1));
    expect(text).not.toMatch(/<!--|<img|<a id/);
  });

  test("has no dead link on a page", async () => {
    const names = readdirSync(path.join(root, "docs")).filter((name) => name.endsWith(".md"));
    const asked = new Map<string, Promise<string | null>>();
    const textOf = (address: string): Promise<string | null> => {
      const known = asked.get(address) ?? fetch(address).then(async (answer) => (answer.status === 200 ? answer.text() : null));
      asked.set(address, known);
      return known;
    };
    let count = 0;
    for (const name of names) {
      const base = `${service.url}/docs/${name}`;
      const text = (await textOf(base))!.replace(/^ *```[\s\S]*?^ *```$/gm, "");
      for (const [, link] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
        const address = new URL(link!, base);
        if (!address.href.startsWith(service.url)) continue;
        const { hash } = address;
        address.hash = "";
        const linked = await textOf(address.href);
        expect([name, link, linked !== null]).toEqual([name, link, true]);
        if (hash !== "" && address.pathname.endsWith(".md")) {
          const ids = [...linked!.matchAll(/<a id="([^"]+)"|^#+ (.*)$/gm)].map((m) => m[1] ?? slug(m[2]!));
          expect([name, link, ids.includes(hash.slice(1))]).toEqual([name, link, true]);
        }
        count++;
      }
    }
    expect(count).toBeGreaterThan(300);
  });

  test("may be cached", async () => {
    const answer = await fetch(`${service.url}/docs/tables.md`);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=3600");
    const again = await fetch(`${service.url}/docs/tables.md`, { headers: { "If-None-Match": answer.headers.get("etag")! } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  test("a page without the ending of its address leads to the page", async () => {
    const answer = await fetch(`${service.url}/docs/tables`);
    expect([answer.status, answer.url, answer.redirected]).toEqual([200, `${service.url}/docs/tables.html`, true]);
  });

  test.each(["/docs/none.md", "/docs/..%2FREADME.md", "/docs/..%2Fpackage.json", "/docs/adr", "/docs/none"])(
    "has no %s",
    async (address) => {
      const answer = await fetch(service.url + address);
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, "API-404"]);
    },
  );
});
