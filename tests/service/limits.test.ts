// Bounds as settings of the service and of the command line.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CONTRACT_LIMITS, limitSetting, type LimitName } from "../../compiler/core/limits.js";
import { cli, errorOf, post, start, TOKEN, type Running } from "../support/service.js";
import { root } from "../support/tools.js";

const nodes = (n: number): string =>
  JSON.stringify({
    flow_document: {
      page_masters: { main: { size: "a4", layout: { page_margin: { top: 10, right: 10, bottom: 10, left: 10 } } } },
      segments: [
        { page_master: "main", content: Array.from({ length: n }, () => ({ type: "block", element: { type: "text", content: "x" } })) },
      ],
    },
  });
const LIMITS = { PLATEN_LIMIT_FLOW_NODES: "1100", PLATEN_LIMIT_FLOW_ELEMENTS: "1100", PLATEN_LIMIT_FLOW_DESTINATIONS: "3" };
const destinations = (n: number): string => {
  const request = JSON.parse(nodes(n)) as { flow_document: { segments: { content: { destination?: string }[] }[] } };
  request.flow_document.segments[0]!.content.forEach((node, i) => (node.destination = `d${i}`));
  return JSON.stringify(request);
};

describe("a service with other bounds", () => {
  let service: Running;
  beforeAll(async () => {
    service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN, ...LIMITS });
  }, 60_000);
  afterAll(() => service.child.kill());

  test("a token's requests have them", async () => {
    expect((await post(service.url, nodes(1100))).status).toBe(200);
    expect(await errorOf(await post(service.url, nodes(1101)))).toMatchObject({
      code: "API-002",
      message: expect.stringContaining("at most 1100 (PLATEN_LIMIT_FLOW_NODES)") as string,
    });
  });

  test("the sandbox has the smaller of setting and contract", async () => {
    const play = (body: string): Promise<Response> =>
      fetch(`${service.url}/api/playground?endpoint=pdf-render`, { method: "POST", body, headers: { "content-type": "application/json" } });
    expect((await errorOf(await play(nodes(1025)))).message).toContain("at most 1024 (PLATEN_LIMIT_FLOW_NODES)");
    expect((await play(destinations(3))).status).toBe(200);
    expect((await errorOf(await play(destinations(4)))).message).toContain("at most 3 (PLATEN_LIMIT_FLOW_DESTINATIONS)");
  });
});

const run = (args: readonly string[], input: string, env: Record<string, string>) =>
  spawnSync(process.execPath, [cli, ...args], { input, env: { ...process.env, ...env }, encoding: "utf8" });

describe("the command line", () => {
  test("render and check have them", () => {
    expect(run(["check", "-"], nodes(1100), LIMITS).status).toBe(0);
    expect(run(["check", "-"], nodes(1101), LIMITS)).toMatchObject({ status: 1 });
    const refused = run(["render", "-", "-o", "-"], destinations(4), LIMITS);
    expect(refused).toMatchObject({ status: 1 });
    expect(refused.stderr).toContain("at most 3 (PLATEN_LIMIT_FLOW_DESTINATIONS)");
  });

  test.each(["0", "1000000001", "-1", "1.5", "1e3", "many"])("a value of %s is a usage error", (value) => {
    const refused = run(["check", "-"], nodes(1), { PLATEN_LIMIT_FLOW_NODES: value });
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain(`PLATEN_LIMIT_FLOW_NODES: must be a whole number from 1 to 1000000000; found "${value}"`);
  });
});

test("the page of limits has every setting with its default", () => {
  const page = readFileSync(path.join(root, "docs/limits.md"), "utf8");
  for (const [name, value] of Object.entries(CONTRACT_LIMITS)) {
    const line = page.split("\n").find((l) => l.includes(`\`${limitSetting(name as LimitName)}\``));
    expect(line, name).toBeDefined();
    expect(line!.replaceAll(",", ""), name).toContain(` ${value} `);
  }
});
