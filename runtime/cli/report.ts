import { randomUUID } from "node:crypto";
import { CommanderError } from "commander";
import { RenderError } from "../../compiler/core/fail.js";
import { SettingError } from "../core/settings.js";
import { DatabaseError } from "../store/database.js";
import { FileError, InputError, NoReader, say, UsageError } from "./cli-files.js";
import { failureText, type Source } from "./problems.js";

const isUsage = (e: unknown): e is Error => e instanceof UsageError || e instanceof SettingError || e instanceof DatabaseError;

/** 0 for help, 1 for a failure, 2 for wrong usage */
export function exitCodeOf(e: unknown): 0 | 1 | 2 {
  if (e instanceof CommanderError) return e.exitCode === 0 ? 0 : 2;
  return isUsage(e) ? 2 : 1;
}

/** Prints a failure; with PLATEN_DEBUG=1 also the stack. @returns the exit code */
export function report(e: unknown, json: boolean, source: Source | null = null): 0 | 1 | 2 {
  const code = exitCodeOf(e);
  // commander has printed its error; NoReader has no reader
  if (e instanceof CommanderError || e instanceof NoReader) return code;
  const debug = process.env["PLATEN_DEBUG"] === "1";
  if (isUsage(e) || e instanceof FileError) say(`platen: ${e.message}`);
  else if (e instanceof InputError) say(e.message);
  else {
    const foreseen = e instanceof RenderError || json || debug;
    say(`${failureText(e, source, json, randomUUID()).trimEnd()}${foreseen ? "" : "; PLATEN_DEBUG=1 prints its stack"}`);
  }
  if (debug) say(stackOf(e));
  return code;
}

function stackOf(e: unknown): string {
  if (!(e instanceof Error)) return String(e);
  const stack = e.stack ?? e.message;
  return e.cause === undefined ? stack : `${stack}\ncaused by ${stackOf(e.cause)}`;
}
