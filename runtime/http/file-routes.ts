// Routes about a PDF file: its signatures (SG-35) and its form (FM-52).
import { boundsOf } from "../accounts/bounds.js";
import type { Handlers, Served } from "./request/operations.js";
import { answerRender, type Renders } from "./request/answer-render.js";
import { callerOf } from "./request/context.js";
import { isPdf } from "./request/media-type.js";

interface FileRoutes extends Renders {
  /** files of certificates that the service trusts */
  readonly trust: readonly Uint8Array[];
}

export function fileHandlers({ trust, ...renders }: FileRoutes): Handlers<"signPdf" | "verifyPdf" | "readForm" | "fillForm"> {
  /** The answer is the file, changed. */
  const changes = (work: { readonly kind: "sign" | "fill_form"; readonly signs?: true }): Served => ({
    handle(req, reply) {
      const { owner, policy } = callerOf(req);
      return answerRender(req, reply, renders, { whose: { owner, ...work, ...boundsOf(policy) } });
    },
  });
  /** The answer is JSON about the file, which may be the body. */
  const reports = (work: { readonly kind: "verify" | "read_form"; readonly trust?: readonly Uint8Array[] }): Served => ({
    handle(req, reply) {
      const { owner, policy } = callerOf(req);
      const whose = { owner, ...work, ...boundsOf(policy), isFile: isPdf(req) };
      return answerRender(req, reply, renders, { whose, type: "application/json" });
    },
  });
  return {
    signPdf: changes({ kind: "sign", signs: true }),
    verifyPdf: reports({ kind: "verify", trust }),
    readForm: reports({ kind: "read_form" }),
    fillForm: changes({ kind: "fill_form" }),
  };
}
