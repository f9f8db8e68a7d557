import type { BlobId } from "../../ir/ir.js";

/** Returns the id of a checked face: another owner of the same file may lack its licence. */
export const faceIdOf = (blob: BlobId, isLicensed: boolean): string => (isLicensed ? `${blob} licensed` : blob);
