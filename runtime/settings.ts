// Environment variables to the service's settings, each checked once.
import { availableParallelism } from "node:os";
import { statSync, readdirSync } from "node:fs";
import { WARM_UP_RENDERS } from "./render/warm-up.js";
import { MAX_PAGES } from "../compiler/compiled.js";

/** The service's settings (decisions §3). */
export interface ServiceSettings {
  readonly host: string;
  readonly port: number;
  readonly workers: number;
  /** renders that may wait, in all */
  readonly queue: number;
  /** a render's time */
  readonly timeoutMs: number;
  /** how long a render may wait before it begins */
  readonly waitMs: number;
  /** how long a request may take to come, and an answer to be taken */
  readonly requestMs: number;
  /** how long a stop may take */
  readonly stopMs: number;
  /** the whole of a render process */
  readonly memoryMb: number;
  /** bodies and answers in flight, in all */
  readonly trafficMb: number;
  readonly connections: number;
  /** documents that a process renders in the background before anyone needs it */
  readonly warmUp: number;
  /** pages of one document */
  readonly maxPages: number;
  readonly bootstrapToken: string | null;
  readonly fontDir: string | null;
  readonly assetDir: string | null;
  readonly logLevel: LogLevel;
}

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/** A setting whose value cannot be used: its name, what was found and what is allowed. */
export class SettingError extends Error {}

const DAY_MS = 24 * 60 * 60 * 1000;

/** @throws SettingError */
export function settingsFrom(env: NodeJS.ProcessEnv): ServiceSettings {
  const text = (name: string): string | null => (env[name]?.trim() ? env[name].trim() : null);
  const whole = (name: string, fallback: number, least: number, most: number): number => {
    const given = text(name);
    if (given === null) return fallback;
    const value = /^\d{1,12}$/.test(given) ? Number(given) : NaN;
    if (!(value >= least && value <= most))
      throw new SettingError(`${name}: found "${given}", allowed is a whole number from ${least} to ${most}`);
    return value;
  };
  const folder = (name: string): string | null => {
    const given = text(name);
    if (given !== null) readable(name, given);
    return given;
  };
  const level = text("PLATEN_LOG_LEVEL") ?? "info";
  const logLevel = LOG_LEVELS.find((l) => l === level);
  if (!logLevel) throw new SettingError(`PLATEN_LOG_LEVEL: found "${level}", allowed is one of ${LOG_LEVELS.join(", ")}`);
  const workers = whole("PLATEN_WORKERS", availableParallelism(), 1, 512);
  return {
    host: text("PLATEN_HOST") ?? "127.0.0.1",
    port: whole("PLATEN_PORT", 8080, 0, 65_535),
    workers,
    queue: whole("PLATEN_QUEUE", 64, 0, 100_000) * workers,
    timeoutMs: whole("PLATEN_RENDER_TIMEOUT_MS", 60_000, 10, DAY_MS),
    waitMs: whole("PLATEN_WAIT_MS", 30_000, 1, DAY_MS),
    requestMs: whole("PLATEN_REQUEST_TIMEOUT_MS", 60_000, 100, DAY_MS),
    stopMs: whole("PLATEN_STOP_MS", 10_000, 0, DAY_MS),
    memoryMb: whole("PLATEN_WORKER_MEMORY_MB", 1024, 256, 1_048_576),
    trafficMb: whole("PLATEN_TRAFFIC_MB", 128, 64, 1_048_576),
    connections: whole("PLATEN_MAX_CONNECTIONS", 1000, 1, 1_000_000),
    warmUp: whole("PLATEN_WARM_UP", WARM_UP_RENDERS, 0, 10_000),
    maxPages: maxPagesFrom(env),
    bootstrapToken: text("PLATEN_BOOTSTRAP_TOKEN"),
    fontDir: folder("PLATEN_FONT_DIR"),
    assetDir: folder("PLATEN_ASSET_DIR"),
    logLevel,
  };
}

/** PLATEN_MAX_PAGES, which the command line heeds too. @throws SettingError */
export function maxPagesFrom(env: NodeJS.ProcessEnv): number {
  const given = env["PLATEN_MAX_PAGES"]?.trim() ?? "";
  if (given !== "" && !/^[1-9]\d{0,8}$/.test(given))
    throw new SettingError(`PLATEN_MAX_PAGES: found "${given}", allowed is a whole number from 1 to 999999999`);
  return given === "" ? MAX_PAGES : Number(given);
}

function readable(name: string, dir: string): void {
  const found = `${name}: found "${dir}"`;
  const stat = statSync(dir, { throwIfNoEntry: false });
  if (!stat) throw new SettingError(`${found}, which is not there; allowed is a folder`);
  if (!stat.isDirectory()) throw new SettingError(`${found}, which is no folder`);
  try {
    readdirSync(dir);
  } catch {
    throw new SettingError(`${found}, which cannot be read`);
  }
}
