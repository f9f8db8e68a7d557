import { statSync } from "node:fs";
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

type Env = NodeJS.ProcessEnv;

const text = (env: Env, name: string): string | null => (env[name]?.trim() ? env[name].trim() : null);

/** @throws SettingError */
function whole(env: Env, name: string, fallback: number, [least, most]: readonly [number, number] = [1, 2 ** 31 - 1]): number {
  const given = text(env, name);
  if (given === null) return fallback;
  const value = Number(given);
  if (!Number.isInteger(value) || value < least || value > most)
    throw new SettingError(
      `${name}: found ${JSON.stringify(given)}, allowed is a whole number ${most > 1e9 ? `of at least ${least}` : `from ${least} to ${most}`}`,
    );
  return value;
}

/** A folder that is there. @throws SettingError */
function folder(env: Env, name: string): string | null {
  const given = text(env, name);
  if (given !== null && !statSync(given, { throwIfNoEntry: false })?.isDirectory())
    throw new SettingError(`${name}: there is no folder ${JSON.stringify(given)}`);
  return given;
}

/** PLATEN_MAX_PAGES, which the command line heeds too. @throws SettingError */
export const maxPagesFrom = (env: Env): number => whole(env, "PLATEN_MAX_PAGES", MAX_PAGES);

const LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"];

/** @throws SettingError for the first that cannot work */
export function settingsFrom(env: Env): ServiceSettings {
  const workers = whole(env, "PLATEN_WORKERS", availableParallelism(), [1, 1024]);
  const logLevel = text(env, "PLATEN_LOG_LEVEL") ?? "info";
  if (!LEVELS.includes(logLevel))
    throw new SettingError(`PLATEN_LOG_LEVEL: found ${JSON.stringify(logLevel)}, allowed are ${LEVELS.join(", ")}`);
  return {
    host: text(env, "PLATEN_HOST") ?? "127.0.0.1",
    port: whole(env, "PLATEN_PORT", 8080, [0, 65_535]),
    workers,
    queue: whole(env, "PLATEN_QUEUE", 64, [0, 1_000_000]) * workers,
    timeoutMs: whole(env, "PLATEN_RENDER_TIMEOUT_MS", 60_000),
    memoryMb: whole(env, "PLATEN_WORKER_MEMORY_MB", 1024, [16, 1_048_576]),
    warmUp: whole(env, "PLATEN_WARM_UP", WARM_UP_RENDERS, [0, 10_000]),
    maxPages: maxPagesFrom(env),
    bootstrapToken: tokenFrom(env),
    fontDir: folder(env, "PLATEN_FONT_DIR"),
    assetDir: folder(env, "PLATEN_ASSET_DIR"),
    logLevel,
  };
}

/** @throws SettingError for a token that no Authorization header could carry; it is not repeated */
function tokenFrom(env: Env): string | null {
  const token = text(env, "PLATEN_BOOTSTRAP_TOKEN");
  if (token !== null && !/^[\x21-\x7e]+$/.test(token))
    throw new SettingError("PLATEN_BOOTSTRAP_TOKEN: a token has visible ASCII characters only");
  return token;
}
