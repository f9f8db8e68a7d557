// Artifacts in content streams (ISO 32000-1, 14.8.2.2).
import { round } from "../../../ir/geometry.js";
import type { Artifact } from "../../../ir/ir.js";
import { decimal } from "../syntax/object.js";

const ARTIFACTS: Readonly<Record<Artifact, string>> = {
  header: "/Type/Pagination/Subtype/Header",
  footer: "/Type/Pagination/Subtype/Footer",
  watermark: "/Type/Pagination/Subtype/Watermark",
  background: "/Type/Background",
  decoration: "/Type/Layout",
};

/** `page`: size, for artifacts that cover the page. */
export function artifactStart(kind: Artifact, page: { readonly width: number; readonly height: number } | null): string {
  const box = kind === "background" && page ? `/BBox[0 0 ${decimal(round(page.width))} ${decimal(round(page.height))}]` : "";
  return `/Artifact<<${ARTIFACTS[kind]}${box}>>BDC\n`;
}
