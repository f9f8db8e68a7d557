import { expect, test } from "vitest";
import { WARM_UP_RENDERS } from "../settings.js";
import { Engine } from "./engine.js";
import { warmUpRequest } from "./warm-up.js";

test("every document that warms up renders, and no two are alike", async () => {
  const engine = new Engine();
  const seen = new Set<string>();
  for (let i = 0; i < WARM_UP_RENDERS; i++) {
    const body = warmUpRequest(i);
    seen.add(Buffer.from(body).toString("latin1"));
    expect(await engine.problems(body), `document ${i}`).toEqual([]);
  }
  expect(seen.size).toBe(WARM_UP_RENDERS);
}, 120_000);
