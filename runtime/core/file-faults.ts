/** Errors of the system about a file, in words: those that its name or place explains. */
export const WRONG_FILE: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "it does not exist"],
  ["ENOTDIR", "a part of its path is not a folder"],
  ["EISDIR", "it is a folder; a file is required"],
  ["EEXIST", "a file of this name exists; a folder is required"],
  ["EACCES", "permission denied"],
  ["EPERM", "permission denied"],
  ["EROFS", "the file system is read-only"],
  ["ENAMETOOLONG", "the name is too long"],
  ["ELOOP", "its symbolic links form a loop"],
  ["ERR_FS_FILE_TOO_LARGE", "it is too large"],
]);

/** Errors of the system in words: those of the machine. */
export const FAILED_FILE: ReadonlyMap<string, string> = new Map([
  ["ENOSPC", "no space is left"],
  ["EDQUOT", "no space is left"],
  ["EFBIG", "it would be too large"],
  ["EIO", "input/output error"],
  ["EMFILE", "too many files are open"],
  ["ENFILE", "too many files are open"],
]);

/** The system's code of an error; empty if it has none. */
export const systemCode = (e: unknown): string => (e instanceof Error && "code" in e && typeof e.code === "string" ? e.code : "");
