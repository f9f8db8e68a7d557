import { epochFrom, LAST_SECOND } from "../core/epoch.js";
import { wrong } from "./end.js";

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Seconds of `--date`, else of SOURCE_DATE_EPOCH; null: neither is given. @throws RunEnd 2; SettingError */
export function dateOf(given: string | undefined, env: NodeJS.ProcessEnv): number | null {
  if (given === undefined) return epochFrom(env);
  const seconds = /^\d{1,12}$/.test(given) ? Number(given) : ISO.test(given) ? Math.floor(Date.parse(given) / 1000) : NaN;
  if (seconds >= 0 && seconds <= LAST_SECOND) return seconds;
  throw wrong(`--date: must be ISO 8601 with a zone, such as 2026-01-31T12:00:00Z, or seconds; found ${JSON.stringify(given)}`);
}

/** ISO 8601 in UTC. */
export const isoOf = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
