import { encodedPayload, payloadToSign } from "../../compiler/barcode/payload/payload.js";
import { RenderError } from "../../compiler/core/fail.js";
import { at, ROOT } from "../../compiler/core/src.js";
import type { World } from "../../compiler/core/world.js";
import { decodeProblem, readJson } from "../../compiler/request/decode.js";
import { decodePayload } from "../../compiler/request/payload.js";
import type { BarcodePayload } from "../../compiler/request/types/payload.js";
import type { BarcodeOptions } from "../../compiler/request/types/shape.js";

/** The string of a payload, its bytes in the symbol, and the barcode that has it. */
export interface SymbolText {
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly format: string;
  readonly options: BarcodeOptions;
}

/** @throws RenderError with the path below the payload */
export function payloadOf(given: unknown): BarcodePayload {
  const read = readJson(given);
  if ("problems" in read) throw new RenderError(decodeProblem(read.problems[0]!));
  const decoded = decodePayload(read.value);
  if ("problem" in decoded) throw new RenderError(decodeProblem(decoded.problem));
  return decoded.payload;
}

/** @param sign the text that a KSeF code II has to sign, in place of the encoded one. @throws RenderError */
export function symbolText(payload: BarcodePayload, world: Pick<World, "barcodes">, sign: boolean): SymbolText {
  const { text, encoding, faults, format, options } = encodedPayload(payload, world.barcodes());
  const signed = sign ? payloadToSign(payload) : null;
  const [fault] = signed ? signed.faults : faults;
  if (fault) {
    const { text: reason, ...parts } = fault.reason;
    throw new RenderError({ code: fault.code, rule: fault.rule, src: at(ROOT, ...fault.path), reason, ...parts });
  }
  const answer = signed ? signed.text : text;
  const bytes = (!signed && encoding?.bytes) || new TextEncoder().encode(answer);
  return { text: answer, bytes: new Uint8Array(bytes), format, options };
}
