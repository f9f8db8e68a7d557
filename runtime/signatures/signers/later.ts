// Signing that loads its modules with the first signature.
import type { OfferedSigner } from "../../../compiler/request/signatures.js";
import type { Signing } from "../../engine/render-options.js";
import type { Answer, Ask } from "./questions.js";
import type { SealTools } from "./seal.js";

const UNREACHABLE: Answer = { fault: "it cannot be reached at the moment", code: "API-505", isPassing: false };

/** Signers whose keys are in another process, or in another room of this one. */
export const laterSigning = (offered: readonly OfferedSigner[], tools: SealTools): Signing => ({
  offered,
  async seal(pdf, signatures, terms) {
    const { sealedBy } = await import("./seal.js");
    return sealedBy(pdf, signatures, terms, tools);
  },
});

/** Questions one at a time. @param send null: the other process does not answer */
export function asking(send: (question: Uint8Array) => Promise<Uint8Array | null>): Ask {
  let last: Promise<unknown> = Promise.resolve();
  return (question) => {
    const answer = last.then(async () => {
      const { packed, answerOf } = await import("./questions.js");
      const given = await send(packed(question)).catch(() => null);
      return given ? answerOf(given) : UNREACHABLE;
    });
    last = answer;
    return answer;
  };
}
