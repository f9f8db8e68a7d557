// Contract, limits, policy, capabilities of the deployment; in request order.
import { problemOf, type Problem } from "../core/fail.js";
import { at, ROOT } from "../core/src.js";
import type { Embedding } from "../core/embedding.js";
import type { World } from "../core/world.js";
import { must } from "../help/reason.js";
import type { Materialization } from "../request/materialized.js";
import type { OfferedSigner } from "../request/signatures.js";
import type { Capability, RequestPolicy } from "../request/policy.js";
import { check } from "./document.js";
import { importOver, tooManyPages } from "../request/import-counts.js";
import { checkCapabilities, checkPolicy } from "./policy.js";
import { inOrder, type PassedNodes } from "./values/report.js";
import type { FontNames } from "./values/style.js";

interface RequestBounds {
  readonly maxPages: number;
  readonly policy: RequestPolicy;
  readonly lacking: readonly Capability[];
  readonly embed: Embedding | undefined;
  readonly signers: readonly OfferedSigner[];
}

export function checkRequest(
  given: Materialization,
  fonts: FontNames,
  world: Pick<World, "barcodes" | "locales" | "limits">,
  { maxPages, policy, lacking, embed, signers }: RequestBounds,
  passed: PassedNodes | null = null,
): readonly Problem[] {
  const { sent, request } = given;
  const found = [
    ...check(given, fonts, world, { embeds: embed !== undefined, signers, passed }),
    ...checkPolicy(sent, policy),
    ...checkCapabilities(sent, lacking),
  ];
  const pages = request.pages?.length ?? 0;
  const over = found.length > 0 || pages > maxPages ? null : importOver(request, maxPages);
  if (pages > maxPages)
    found.push(problemOf("API-004", "too-many-pages", at(ROOT, "pages"), must(`at most ${maxPages} pages`, String(pages))));
  if (over) found.push(tooManyPages(over, maxPages));
  return found.length > 0 ? inOrder(sent, found) : found;
}
