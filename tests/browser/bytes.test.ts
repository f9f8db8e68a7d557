import path from "node:path";
import { expect, test } from "vitest";
import { messageOf, RenderError } from "../../compiler/core/fail.js";
import { judgedDocument } from "../../runtime/views/judged.js";
import { cases, engine, hasNulls, rendering } from "../../golden/cases.js";
import { randomRequests } from "../../golden/random-request.js";
import { haveBrowser, inPage, type Job, type Outcome } from "../support/browser.js";
import { runs } from "../support/runs.js";
import { examples, root } from "../support/tools.js";

/* The same bytes in a browser as in Node (R9), for every example and golden, and for random requests. */

const FONTS = '{ fonts: ["/fonts/platen-fonts-cjk/", "/fonts/platen-fonts-emoji/", "/fonts/platen-fonts-world/"] }';
const RANDOM = 200;
const SEED = 40;

async function inNode(body: Uint8Array): Promise<Outcome> {
  try {
    const { pdf, pages } = await engine.renderLater(body);
    return { bytes: pdf, pages };
  } catch (e) {
    if (!(e instanceof RenderError)) throw e;
    // as the library and the browser tell it
    const problem = await judgedDocument(engine, body, {})(e);
    return { refused: { code: problem.code, message: messageOf(problem) } };
  }
}

function exceptionOf(body: string, outcome: Outcome): string | null {
  if (/"(?:open|owner)_password"/.test(body) && !("refused" in outcome)) return "encrypted";
  if ("refused" in outcome && outcome.refused.code === "API-506" && outcome.refused.message.includes("is not decoded in a browser"))
    return "undecoded";
  if (/gone/.test(body)) return "missing picture";
  // Thai, Lao and Khmer: the environment's ICU divides words
  if (/[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/.test(body)) return "dictionary";
  return null;
}

const encoded = (request: object): Uint8Array => new TextEncoder().encode(JSON.stringify(request));

function* jobs(): Generator<Job> {
  for (const { name, body } of examples()) yield { name, body };
  for (const { name, body } of cases) yield { name, body };
  const goldens = rendering()
    .filter((c) => !hasNulls(c.body))
    .map((c) => JSON.parse(new TextDecoder().decode(c.body)) as object);
  for (let n = 0; n < runs(RANDOM); n++) {
    const [first] = randomRequests(goldens, SEED, n);
    yield { name: `random/${n}`, body: encoded(first!.request) };
  }
}

test.runIf(haveBrowser)("the bytes of a browser are Node's", async () => {
  const pending: Promise<void>[] = [];
  const differences: string[] = [];
  const exceptions: Record<string, number> = {};
  const equal = { documents: 0, refusals: 0 };
  const compare = async ({ name, body }: Job, outcome: Outcome): Promise<void> => {
    const expected = await inNode(body);
    const same =
      "refused" in expected
        ? "refused" in outcome && outcome.refused.message === expected.refused.message && outcome.refused.code === expected.refused.code
        : !("refused" in outcome) && outcome.pages === expected.pages && Buffer.compare(outcome.bytes, expected.bytes) === 0;
    if (same) return void equal["refused" in expected ? "refusals" : "documents"]++;
    const exception = exceptionOf(new TextDecoder().decode(body), outcome);
    if (exception !== null) return void (exceptions[exception] = (exceptions[exception] ?? 0) + 1);
    const told = (o: Outcome): string =>
      "refused" in o ? `${o.refused.code}: ${o.refused.message}` : `${o.pages} pages, ${o.bytes.length} bytes`;
    differences.push(`${name}: ${told(expected)} → ${told(outcome)}`);
  };
  await inPage(jobs(), (job, outcome) => void pending.push(compare(job, outcome)), {
    options: FONTS,
    assets: path.join(root, "golden/assets"),
  });
  await Promise.all(pending);
  console.log(`${equal.documents} documents and ${equal.refusals} refusals are the same; exceptions: ${JSON.stringify(exceptions)}`);
  expect(differences).toEqual([]);
  expect(equal.documents).toBeGreaterThan(380);
});
