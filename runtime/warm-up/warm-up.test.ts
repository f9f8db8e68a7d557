import { expect, test } from "vitest";
import { Engine } from "../engine/engine.js";
import { WARM_UP_RENDERS } from "../core/settings.js";
import { renderWarmUp, warmUpDocument } from "./warm-up.js";

test("every document that warms up renders, and no two are alike", async () => {
  const engine = new Engine();
  const seen = new Set<string>();
  const refused: string[] = [];
  for (let i = 0; i < WARM_UP_RENDERS; i++) {
    const document = warmUpDocument(i);
    seen.add(JSON.stringify(document));
    await renderWarmUp(engine, document).catch((e: unknown) => refused.push(`document ${i}, ${document.name}: ${String(e)}`));
  }
  expect(refused).toEqual([]);
  expect(seen.size).toBe(WARM_UP_RENDERS);
});
