import { readdirSync, readFileSync, statSync, type Stats } from "node:fs";
import path from "node:path";
import type { FamilyInfo } from "../../compiler/core/world.js";
import { FontFault } from "../../base/font-table.js";
import type { BlobId } from "../../ir/ir.js";
import { familiesOf, FontError, type CheckedFace } from "./checked-face.js";
import { checkedFace, type FaceLicence } from "./face-check.js";
import { blobIdOf, fontTools } from "./font-tools.js";
import { FontStore } from "./fonts.js";
import { lookup } from "../../base/lookup.js";

export { familiesOf, FontError, type CheckedFace } from "./checked-face.js";
export { describedFace } from "./face-check.js";

/** `file`: in messages @throws FontError */
export const readFace = (file: string, bytes: Uint8Array, licence?: FaceLicence): CheckedFace =>
  checkedFace(file, bytes, fontTools, licence);

/** Bytes of a file. */
const MAX_BYTES = 64 << 20;

/** Plain data: other processes use files unchecked if hashes match. */
export interface CheckedFamily {
  readonly family: FamilyInfo;
  readonly files: readonly (readonly [BlobId, string])[];
}

/**
 * `--font-dir`; an unusable file is an error.
 * @throws FontError
 */
export function checkedFonts(dir: string | null): readonly CheckedFamily[] {
  if (dir === null) return [];
  const faces = filesOf(dir).map((f) => ({ ...readFace(f, bytesOf(dir, f)), file: path.resolve(dir, f) }));
  return familiesOf(faces).map(({ family, of }) => ({ family, files: of.map((f) => [f.face.blob, f.file] as const) }));
}

/** Checked files are read and compared by hash on first use. */
export function storeOf(checked: readonly CheckedFamily[]): FontStore {
  return new FontStore(
    checked.map(({ family, files }) => {
      const byId = new Map(files);
      return { family, read: (id) => unchanged(id, byId.get(id)!) };
    }),
  );
}

/** @throws FontError */
export const fontStore = (dir: string | null): FontStore => storeOf(checkedFonts(dir));

/** @throws FontFault if changed */
function unchanged(id: BlobId, file: string): Uint8Array {
  const name = path.basename(file);
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(readFileSync(file));
  } catch {
    throw new FontFault(null, `the font file ${name} can no longer be read`);
  }
  if (blobIdOf(bytes) !== id) throw new FontFault(null, `the font file ${name} has changed since the program was started`);
  return bytes;
}

/** Returns files by name; collections included, for an error with their name. */
function filesOf(dir: string): string[] {
  let names: string[];
  try {
    names = readdirSync(dir);
  } catch (e) {
    const code = codeOf(e);
    if (code === "ENOENT") throw new FontError(`the folder ${dir} does not exist`);
    if (code === "ENOTDIR") throw new FontError(`${dir} is not a folder`);
    throw new FontError(`the folder ${dir} cannot be read${lookup(WHY, code) ?? ""}`);
  }
  return names.filter((f) => /\.(?:ttf|otf|ttc|otc)$/i.test(f)).sort();
}

const codeOf = (e: unknown): string => (e instanceof Error && "code" in e && typeof e.code === "string" ? e.code : "");
const WHY: Readonly<Record<string, string>> = {
  EACCES: ": permission denied",
  EPERM: ": permission denied",
  ENOENT: ": its link leads nowhere",
  ELOOP: ": its symbolic links form a loop",
  ENAMETOOLONG: ": the name is too long",
  EIO: ": input/output error",
  EMFILE: ": too many files are open",
};

function bytesOf(dir: string, file: string): Uint8Array {
  const name = path.join(dir, file);
  try {
    const there: Stats = statSync(name);
    // reading others may block forever
    if (!there.isFile()) throw new FontError(`${file}: it cannot be read: it is ${there.isDirectory() ? "a folder" : "not a file"}`);
    if (there.size > MAX_BYTES) throw new FontError(`${file}: must be at most ${MAX_BYTES} bytes; found ${there.size}`);
    return new Uint8Array(readFileSync(name));
  } catch (e) {
    if (e instanceof FontError) throw e;
    throw new FontError(`${file}: it cannot be read${lookup(WHY, codeOf(e)) ?? ""}`);
  }
}
