import { createHash } from "node:crypto";
import { factsOf } from "../../compare/facts/document.js";
import type { PageFacts } from "../../compare/facts/facts.js";
import { open } from "../pdf-reader/open.js";

/** Facts of all pages of a file. */
export async function pagesOf(bytes: Uint8Array): Promise<readonly PageFacts[]> {
  const facts = factsOf(open(bytes), { sha256: (data) => createHash("sha256").update(data).digest("hex") });
  const out: PageFacts[] = [];
  for (let i = 0; i < facts.pageCount; i++) out.push(await facts.page(i));
  return out;
}
