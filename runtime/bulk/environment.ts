import { FAILED_FILE, systemCode, WRONG_FILE } from "../core/file-faults.js";
import { RunEnd } from "./end.js";

/** A failure of the system with the file's name: 75, so that an engine tries again. */
export function environment(e: unknown, file: string): unknown {
  const code = systemCode(e);
  const reason = FAILED_FILE.get(code) ?? WRONG_FILE.get(code) ?? (/^E[A-Z0-9]+$/.test(code) ? code : null);
  return reason === null ? e : new RunEnd(75, `${file} cannot be written: ${reason}`, { cause: e });
}
