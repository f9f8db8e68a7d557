import { randomUUID } from "node:crypto";
import { CommanderError } from "commander";
import { RenderError, type Problem } from "../../../compiler/core/fail.js";
import { pathOf, pointerOf } from "../../../compiler/core/src.js";
import { RunEnd } from "../../bulk/end.js";
import { SettingError } from "../../core/settings.js";
import { errorBody, publicError, ServiceError, type PublicCode } from "../../errors/errors.js";
import { findingOf, placesOf } from "../../errors/findings.js";
import { DatabaseError } from "../../store/database.js";
import { ComparisonFault, FileError, InputError, NoReader, say, UsageError } from "./cli-files.js";
import { failureText, type Source } from "./problems.js";

const isUsage = (e: unknown): e is Error => e instanceof UsageError || e instanceof SettingError || e instanceof DatabaseError;

/** 0 for help, 1 for a failure, 2 for wrong usage; a run's end has its own */
export function exitCodeOf(e: unknown): number {
  if (e instanceof RunEnd) return e.exitCode;
  if (e instanceof ComparisonFault) return 2;
  if (e instanceof CommanderError) return e.exitCode === 0 ? 0 : 2;
  return isUsage(e) ? 2 : 1;
}

/** Prints a failure; with PLATEN_DEBUG=1 also the stack. @param prefix of a line of text @returns the exit code */
export function report(e: unknown, json: boolean, source: Source | null = null, prefix = ""): number {
  if (e instanceof ComparisonFault) {
    const { cause, side, source: of } = e;
    const prefix = side === null ? "" : `${side}: `;
    if (cause instanceof NoReader) return 2;
    say(json ? failureJson(cause, of, randomUUID(), prefix) : `${prefix}${lineOf(cause, of, false).replace(/^platen: /, "")}`);
    return 2;
  }
  const code = exitCodeOf(e);
  // help is no failure; NoReader has no reader
  if (code === 0 || e instanceof NoReader) return code;
  const debug = process.env["PLATEN_DEBUG"] === "1";
  if (json) say(failureJson(e, source, randomUUID()));
  // commander has printed its own
  else if (!(e instanceof CommanderError)) say(`${prefix}${lineOf(e, source, debug)}`);
  if (debug && !(e instanceof CommanderError)) say(stackOf(e));
  return code;
}

function lineOf(e: unknown, source: Source | null, debug: boolean): string {
  if (isUsage(e) || e instanceof FileError || e instanceof RunEnd) return `platen: ${e.message}`;
  if (e instanceof InputError) return e.message;
  return `${failureText(e, source)}${e instanceof RenderError || debug ? "" : "; PLATEN_DEBUG=1 prints its stack"}`;
}

/** Writes an error as the HTTP service does. */
function failureJson(e: unknown, source: Source | null, reqId: string, prefix = ""): string {
  const parts = e instanceof RenderError ? findingOf(e.problem, source && placesOf(source.bytes)) : {};
  const body = { ...parts, ...errorBody(serviceError(e), reqId) };
  return JSON.stringify({ ...body, message: `${prefix}${body.message}` });
}

/** Files and arguments are the caller's: their errors are told, and have the codes of a body's. */
function serviceError(e: unknown): ServiceError {
  if (e instanceof CommanderError)
    return new ServiceError("API-001", e.code === "commander.help" ? "a command is required" : e.message.replace(/^error: /, ""));
  if (isUsage(e)) return new ServiceError("API-001", e.message);
  if (e instanceof RunEnd) return new ServiceError(e.exitCode === 2 ? "API-001" : "API-505", e.message);
  if (e instanceof FileError) return new ServiceError("API-002", e.message);
  if (e instanceof InputError) return new ServiceError(refusedCode(e) ?? "API-002", e.message);
  return publicError(e);
}

/** Code of the error that refused an input; null if it has none. */
function refusedCode({ cause }: Error): PublicCode | null {
  if (cause instanceof RenderError) return cause.code;
  return cause instanceof Error ? refusedCode(cause) : null;
}

/** Prints a warning on standard error, as a finding with --json. @param input name of the file that has it */
export function warn({ src, rule, reason }: Pick<Problem, "src" | "rule" | "reason">, json: boolean, input = ""): void {
  const place = [input, pathOf(src)].filter((part) => part !== "").join(": ");
  const message = place === "" ? reason : `${place}: ${reason}`;
  say(json ? JSON.stringify({ severity: "warning", message, rule, path: pointerOf(src) }) : `warning: ${message}`);
}

function stackOf(e: unknown): string {
  if (!(e instanceof Error)) return String(e);
  const stack = e.stack ?? e.message;
  return e.cause === undefined ? stack : `${stack}\ncaused by ${stackOf(e.cause)}`;
}
