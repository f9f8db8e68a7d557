import { InvalidArgumentError } from "commander";
import { isOwner, LOCAL } from "../../accounts/tokens.js";
import { storeSettingsFrom } from "../../core/settings.js";
import type { Database } from "../../store/database.js";
import { openDatabase } from "../../store/open.js";
import { say } from "./cli-files.js";
import { write } from "./output-file.js";
import type { CommandContext } from "./context.js";

/** Prints the value with --json, else the lines. */
export type Say = (value: object, lines: readonly string[]) => Promise<void>;

export const saying =
  (cx: CommandContext): Say =>
  (value, lines) =>
    write("-", cx.json ? `${JSON.stringify(value)}\n` : lines.map((l) => `${l}\n`).join(""));

/** Creates an absent store. @throws DatabaseError */
export const withStore = <T>(use: (db: Database) => Promise<T>): Promise<T> => opened(true, use);

/** An absent store counts as empty. @throws DatabaseError */
export const withPresentStore = <T>(use: (db: Database) => Promise<T>): Promise<T> => opened(false, use);

async function opened<T>(make: boolean, use: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(storeSettingsFrom(process.env), { make });
  try {
    return await use(db);
  } finally {
    await db.close();
  }
}

/** @throws InvalidArgumentError */
export function ownerOf(name: string): string {
  if (!isOwner(name)) throw new InvalidArgumentError("must be 1 to 128 letters, digits and . _ @ : -");
  return name;
}

/** Option of commands that list what an owner has. */
export const ofOwner = ["--owner <name>", "whose: local unless another is named", ownerOf] as const;

/** Owner of a list; one that the caller did not choose is told to a person (FH-45). */
export function listedOwner({ owner }: { readonly owner?: string }, cx: CommandContext): string {
  if (owner === undefined && !cx.json) say(`owner ${LOCAL}; --owner NAME for another's`);
  return owner ?? LOCAL;
}
