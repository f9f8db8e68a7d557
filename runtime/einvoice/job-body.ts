import { offsetOf } from "../../compiler/request/position.js";
import { sha256 } from "./verdict.js";

const BOM = "\ufeff";

/** Hash of the body with the job id in lower case: ids are case-insensitive (decisions §5). @param jobId as in the body */
export function jobBodySha256(body: Uint8Array, jobId: string | undefined): string {
  const id = jobId?.toLowerCase();
  if (jobId === undefined || id === jobId) return sha256(body);
  const whole = new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
  const mark = whole.startsWith(BOM) ? BOM : "";
  const text = whole.slice(mark.length);
  const start = offsetOf(text, ["settings", "e_invoice", "job_id"]);
  const end = text.indexOf('"', start + 1) + 1;
  return sha256(new TextEncoder().encode(`${mark}${text.slice(0, start)}"${id}"${text.slice(end)}`));
}
