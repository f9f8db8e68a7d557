import { availableParallelism } from "node:os";
import { WARM_UP_RENDERS } from "./warm-up.js";
import { MAX_PAGES } from "../compiler/compiled.js";

/** The service's settings, from its environment (decisions §3). */
export interface ServiceSettings {
  readonly host: string;
  readonly port: number;
  readonly workers: number;
  readonly queue: number;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  /** documents that a thread renders before it counts as ready */
  readonly warmUp: number;
  /** pages of one document */
  readonly maxPages: number;
  readonly bootstrapToken: string | null;
  readonly fontDir: string | null;
  readonly assetDir: string | null;
  readonly logLevel: string;
}

/** A setting whose value cannot be used. */
export class SettingError extends Error {}

export function settingsFrom(env: NodeJS.ProcessEnv): ServiceSettings {
  const text = (name: string): string | null => (env[name]?.trim() ? env[name].trim() : null);
  const whole = (name: string, fallback: number, least: number): number => {
    const given = text(name);
    if (given === null) return fallback;
    const value = Number(given);
    if (!Number.isInteger(value) || value < least)
      throw new SettingError(`${name}: found "${given}", allowed is a whole number of at least ${least}`);
    return value;
  };
  const workers = whole("PLATEN_WORKERS", availableParallelism(), 1);
  return {
    host: text("PLATEN_HOST") ?? "127.0.0.1",
    port: whole("PLATEN_PORT", 8080, 0),
    workers,
    queue: whole("PLATEN_QUEUE", 64, 0) * workers,
    timeoutMs: whole("PLATEN_RENDER_TIMEOUT_MS", 60_000, 1),
    memoryMb: whole("PLATEN_WORKER_MEMORY_MB", 1024, 16),
    warmUp: whole("PLATEN_WARM_UP", WARM_UP_RENDERS, 0),
    maxPages: maxPagesFrom(env),
    bootstrapToken: text("PLATEN_BOOTSTRAP_TOKEN"),
    fontDir: text("PLATEN_FONT_DIR"),
    assetDir: text("PLATEN_ASSET_DIR"),
    logLevel: text("PLATEN_LOG_LEVEL") ?? "info",
  };
}

/** PLATEN_MAX_PAGES, which the command line heeds too. @throws SettingError */
export function maxPagesFrom(env: NodeJS.ProcessEnv): number {
  const given = env["PLATEN_MAX_PAGES"]?.trim() ?? "";
  if (given !== "" && !/^[1-9]\d{0,8}$/.test(given))
    throw new SettingError(`PLATEN_MAX_PAGES: found "${given}", allowed is a whole number from 1 to 999999999`);
  return given === "" ? MAX_PAGES : Number(given);
}
