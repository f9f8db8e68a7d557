import { expect, test } from "vitest";
import { compile } from "../../compiler/compile.js";
import { collect } from "../../ir/document.js";
import { engine, refused, rendering } from "../../golden/cases.js";

const EPOCH = 1_767_225_600;
const STRIDE = 25;
// encrypted files have random keys
const some = rendering().filter(({ name }, i) => i % STRIDE === 0 && !name.includes("security"));

test("the PDF is that of a render, the display list that of a compilation", async () => {
  expect(some.length).toBeGreaterThan(10);
  for (const { name, body } of some) {
    const { made, errors } = await engine.displayed(body, { epoch: EPOCH });
    expect(errors, name).toEqual([]);
    const { pdf } = await engine.renderLater(body, { epoch: EPOCH });
    expect(Buffer.compare(made!.pdf, pdf), name).toBe(0);
    expect(made!.doc, name).toEqual(collect(await compile(body, engine.world({ epoch: EPOCH }))));
  }
});

test("findings are those of a check, and a request with errors has neither", async () => {
  const requests = refused().filter((_, i) => i % STRIDE === 0);
  expect(requests.length).toBeGreaterThan(10);
  for (const { name, body } of [...requests, ...some.slice(0, 5)]) {
    const { made, errors, warnings } = await engine.displayed(body, { warnings: true });
    expect({ errors, warnings }, name).toEqual(await engine.findings(body, { warnings: true }));
    expect(made === null, name).toBe(errors.length > 0);
  }
});
