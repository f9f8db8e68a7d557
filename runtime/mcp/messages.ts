import { asString, parsedJson } from "../../base/json.js";
import { Transform } from "node:stream";

/** Bytes of a message. */
export const MOST_MESSAGE_BYTES = 32 * 1024 * 1024;
/** Bytes at both ends that are searched for the id of an oversized message. */
const END_BYTES = 256;
const NEWLINE = 0x0a;

/**
 * Passes whole lines. A line of more bytes is dropped.
 * @param refuse receives the id of a dropped message, null if it is not found
 */
export function wholeMessages(refuse: (id: string | number | null) => void, most = MOST_MESSAGE_BYTES): Transform {
  let parts: Buffer[] = [];
  let length = 0;
  let start = "";
  let end = "";
  const add = (part: Buffer): void => {
    if (length <= END_BYTES) start += part.toString("latin1", 0, END_BYTES);
    end = `${end}${part.toString("latin1", Math.max(0, part.length - END_BYTES))}`.slice(-END_BYTES);
    length += part.length;
    if (length <= most) parts.push(part);
    else parts = [];
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
        add(chunk.subarray(from, at + 1));
        if (length <= most) this.push(Buffer.concat(parts));
        else refuse(idOf(start, end));
        [parts, length, start, end] = [[], 0, "", ""];
        from = at + 1;
      }
      if (from < chunk.length) add(chunk.subarray(from));
      done();
    },
  });
}

/** `id` is before or after the large members. */
function idOf(start: string, end: string): string | number | null {
  const found =
    /"id"\s*:\s*("[^"\\]{0,200}"|\d{1,15})\s*\}\s*$/.exec(end) ??
    /^\{(?:\s*"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"\s*,)*\s*"id"\s*:\s*("[^"\\]{0,200}"|\d{1,15})\s*,/.exec(start);
  if (!found) return null;
  return found[1]!.startsWith('"') ? asString(parsedJson(found[1]!)) : Number(found[1]);
}
