// UUID version 7 (RFC 9562, 5.7).
import { randomBytes } from "node:crypto";

/** Makes an identifier that is sortable by time (RFC 9562, 5.7). @param now Unix ms */
export function uuidV7(now: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
