import { keysOf, tableOf } from "../../base/lookup.js";
import {
  CONTRACT_LIMITS,
  isLimit,
  LEAST_LIMIT,
  limitSetting,
  limitsWith,
  MOST_LIMIT,
  type LimitName,
  type Limits,
} from "../../compiler/core/limits.js";
import { OWNER_LIMITS, ownerLimitSetting, type OwnerLimits } from "./owner-limits.js";
import { cidrOf, type Cidr } from "./addresses.js";
import { epochFrom, SettingError } from "./epoch.js";
import { availableParallelism } from "node:os";
import { statSync, readdirSync } from "node:fs";
import { MAX_PAGES } from "../../compiler/compile-options.js";
import { must } from "../../compiler/help/reason.js";
import { nearest } from "../../compiler/help/nearest.js";
import { meantWord } from "../../compiler/help/words.js";

/** Service settings (decisions §3). */
export interface ServiceSettings {
  readonly host: string;
  readonly port: number;
  readonly workers: number;
  /** waiting renders in total */
  readonly queue: number;
  /** limit of a render */
  readonly timeoutMs: number;
  /** limit of waiting for a render */
  readonly waitMs: number;
  /** limits of receiving a request, and of sending an answer */
  readonly requestMs: number;
  readonly stopMs: number;
  /** limit of a render process */
  readonly memoryMb: number;
  /** all bodies and answers in transfer */
  readonly trafficMb: number;
  readonly connections: number;
  readonly warmUp: number;
  readonly maxPages: number;
  /** with a token; without, the smaller of these and the contract's */
  readonly limits: Limits;
  readonly ownerLimits: OwnerLimits;
  readonly bootstrapToken: string | null;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** s3://bucket/prefix; null: the data directory */
  readonly objectStore: string | null;
  /** address without a final slash; null: Amazon's */
  readonly s3Endpoint: string | null;
  /** bytes of an owner's artifacts */
  readonly ownerArtifacts: number;
  /** ms; shorter for tests */
  readonly retentionHourMs: number;
  readonly sweepMs: number;
  /** lease of a job's check, without renewal */
  readonly leaseMs: number;
  /** null: the operator answers for both */
  readonly dataResidency: DataResidency | null;
  /** public base URL without final slash, if other than the listen address */
  readonly baseUrl: string | null;
  /** bytes of a body */
  readonly bodyLimit: number;
  /** requests per address and minute; 0: no sandbox */
  readonly sandboxRate: number;
  /** number of proxies trusted for X-Forwarded-For */
  readonly trustProxy: number;
  readonly runtimeProfile: RuntimeProfile;
  readonly fontDir: string | null;
  readonly assetDir: string | null;
  readonly logLevel: LogLevel;
  /** origins whose pages may read answers; null: none */
  readonly corsOrigin: CorsOrigins | null;
  /** retention of asynchronous renders, hours */
  readonly jobTtlHours: number;
  /** of the render processes, 0 to 1; 0: other services do the jobs */
  readonly jobsShare: number;
  readonly callbackRetryMs: number;
  /** ranges that callbacks may reach although they are not public */
  readonly callbackAllow: readonly Cidr[];
  readonly mcp: boolean;
  /** file of signers; null: there are none */
  readonly signers: string | null;
  /** ranges that addresses in certificates may lead to although they are not public */
  readonly signAllow: readonly Cidr[];
  /** file or folder of trusted roots */
  readonly trust: string | null;
  /** seconds; null: the clock's */
  readonly sourceDateEpoch: number | null;
}

/** All origins, or those of a list, as browsers send them. */
export type CorsOrigins = "*" | readonly string[];

export const RUNTIME_PROFILES = ["full", "shipping-label"] as const;
/** `shipping-label` lacks Flow Documents and named data (core contract, POST /api/v1/pdf/render 4). */
export type RuntimeProfile = (typeof RUNTIME_PROFILES)[number];

const RESIDENCIES = ["eu", "global"] as const;
export type DataResidency = (typeof RESIDENCIES)[number];

export const OBJECT_STORE =
  /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/((?:[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}\/){0,15}[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}))?\/?$/;

/** token of an Authorization header */
const TOKEN = /^[\x21-\x7e]+$/;

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

export { SettingError } from "./epoch.js";

export const WARM_UP_RENDERS = 300;

const MB = 1024 * 1024;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

export const VARIABLES: Readonly<Record<Exclude<keyof ServiceSettings, "limits" | "ownerLimits">, string>> = {
  host: "PLATEN_HOST",
  port: "PLATEN_PORT",
  baseUrl: "PLATEN_BASE_URL",
  workers: "PLATEN_WORKERS",
  queue: "PLATEN_QUEUE",
  waitMs: "PLATEN_WAIT_MS",
  timeoutMs: "PLATEN_RENDER_TIMEOUT_MS",
  memoryMb: "PLATEN_WORKER_MEMORY_MB",
  maxPages: "PLATEN_MAX_PAGES",
  bodyLimit: "PLATEN_MAX_BODY_MB",
  requestMs: "PLATEN_REQUEST_TIMEOUT_MS",
  trafficMb: "PLATEN_TRAFFIC_MB",
  connections: "PLATEN_MAX_CONNECTIONS",
  stopMs: "PLATEN_STOP_MS",
  warmUp: "PLATEN_WARM_UP",
  sandboxRate: "PLATEN_SANDBOX_RATE",
  trustProxy: "PLATEN_TRUST_PROXY",
  runtimeProfile: "PLATEN_RUNTIME_PROFILE",
  dataDir: "PLATEN_DATA_DIR",
  databaseUrl: "PLATEN_DATABASE_URL",
  objectStore: "PLATEN_OBJECT_STORE",
  s3Endpoint: "PLATEN_S3_ENDPOINT",
  ownerArtifacts: "PLATEN_OWNER_ARTIFACTS_MB",
  retentionHourMs: "PLATEN_RETENTION_HOUR_MS",
  sweepMs: "PLATEN_SWEEP_MS",
  leaseMs: "PLATEN_JOB_LEASE_MS",
  dataResidency: "PLATEN_DATA_RESIDENCY",
  bootstrapToken: "PLATEN_BOOTSTRAP_TOKEN",
  fontDir: "PLATEN_FONT_DIR",
  assetDir: "PLATEN_ASSET_DIR",
  logLevel: "PLATEN_LOG_LEVEL",
  corsOrigin: "PLATEN_CORS_ORIGIN",
  jobTtlHours: "PLATEN_JOB_TTL_HOURS",
  jobsShare: "PLATEN_JOBS_SHARE",
  callbackRetryMs: "PLATEN_CALLBACK_RETRY_MS",
  callbackAllow: "PLATEN_CALLBACK_ALLOW",
  mcp: "PLATEN_MCP",
  signers: "PLATEN_SIGNERS",
  signAllow: "PLATEN_SIGN_ALLOW",
  trust: "PLATEN_TRUST",
  sourceDateEpoch: "SOURCE_DATE_EPOCH",
};

const OTHERS = ["PLATEN_DEBUG", "PLATEN_QUIET", "PLATEN_KEY_PASSWORD", "PLATEN_TSA_AUTH"];
const PREFIX = /^PLATEN_/i;
const OF_KUBERNETES = /^PLATEN_(?:SERVICE_(?:HOST|PORT)|PORT_\d+_(?:TCP|UDP|SCTP))(?:_|$)/;

/** Variable with the prefix that is not a setting; its value is never shown (running, G3). */
export interface UnknownVariable {
  readonly setting: string;
  /** nearest name */
  readonly meant: string | null;
}

export const unknownText = ({ setting, meant }: UnknownVariable): string =>
  `${setting}: ${meant === null ? "" : `did you mean ${meant}? `}it is not a setting, and has no effect`;

export function unknownVariables(env: NodeJS.ProcessEnv): readonly UnknownVariable[] {
  const names = [...Object.values(VARIABLES), ...LIMIT_NAMES.map(limitSetting), ...OWNER_LIMIT_NAMES.map(ownerLimitSetting), ...OTHERS];
  const short = new Map(names.map((name) => [name.replace(PREFIX, ""), name]));
  return Object.keys(env)
    .filter((name) => PREFIX.test(name) && !names.includes(name) && !OF_KUBERNETES.test(name))
    .sort()
    .map((name) => {
      const word = name.replace(PREFIX, "").toUpperCase();
      const words = [...short.keys()];
      const meant = nearest(word, words) ?? words.find((s) => word.length >= SHORTEST && (s.includes(word) || word.includes(s)));
      return { setting: name.slice(0, 100), meant: meant === undefined ? null : short.get(meant)! };
    });
}
const SHORTEST = 4;

/** @throws SettingError */
export function settingsFrom(env: NodeJS.ProcessEnv): ServiceSettings {
  const text = (name: string): string | null => (env[name]?.trim() ? env[name].trim() : null);
  const whole = (name: string, fallback: number, least: number, most: number): number => wholeFrom(env, name, fallback, least, most);
  const folder = (name: string): string | null => {
    const given = text(name);
    if (given !== null) readable(name, given);
    return given;
  };
  const oneOf = <T extends string>(name: string, allowed: readonly T[], fallback: T): T => {
    const given = text(name) ?? fallback;
    const found = allowed.find((a) => a === given);
    if (found === undefined) throw new SettingError(`${name}: ${wordReason(given, allowed)}`);
    return found;
  };
  const workers = whole("PLATEN_WORKERS", availableParallelism(), 1, 512);
  return {
    host: text("PLATEN_HOST") ?? "127.0.0.1",
    port: whole("PLATEN_PORT", 8080, 0, 65_535),
    workers,
    queue: whole("PLATEN_QUEUE", 64, 0, 100_000) * workers,
    timeoutMs: timeoutFrom(env),
    waitMs: whole("PLATEN_WAIT_MS", 30_000, 1, DAY_MS),
    requestMs: whole("PLATEN_REQUEST_TIMEOUT_MS", 60_000, 100, DAY_MS),
    stopMs: stopMsFrom(env),
    memoryMb: memoryFrom(env),
    trafficMb: whole("PLATEN_TRAFFIC_MB", 128, 64, 1_048_576),
    connections: whole("PLATEN_MAX_CONNECTIONS", 1000, 1, 1_000_000),
    warmUp: whole("PLATEN_WARM_UP", WARM_UP_RENDERS, 0, 10_000),
    maxPages: maxPagesFrom(env),
    limits: limitsFrom(env),
    ownerLimits: ownerLimitsFrom(env),
    bootstrapToken: tokenOf(text("PLATEN_BOOTSTRAP_TOKEN")),
    ...storeSettingsFrom(env),
    ...objectStoreFrom(text("PLATEN_OBJECT_STORE"), text("PLATEN_S3_ENDPOINT")),
    ownerArtifacts: whole("PLATEN_OWNER_ARTIFACTS_MB", 2048, 1, 1_000_000_000) * MB,
    retentionHourMs: whole("PLATEN_RETENTION_HOUR_MS", HOUR_MS, 10, HOUR_MS),
    sweepMs: whole("PLATEN_SWEEP_MS", 60_000, 20, HOUR_MS),
    leaseMs: whole("PLATEN_JOB_LEASE_MS", 30_000, 100, HOUR_MS),
    dataResidency: text("PLATEN_DATA_RESIDENCY") === null ? null : oneOf("PLATEN_DATA_RESIDENCY", RESIDENCIES, "global"),
    baseUrl: addressOf("PLATEN_BASE_URL", text("PLATEN_BASE_URL")),
    bodyLimit: bodyLimitFrom(env),
    sandboxRate: whole("PLATEN_SANDBOX_RATE", 60, 0, 1_000_000),
    trustProxy: whole("PLATEN_TRUST_PROXY", 0, 0, 10),
    runtimeProfile: oneOf("PLATEN_RUNTIME_PROFILE", RUNTIME_PROFILES, "full"),
    fontDir: folder("PLATEN_FONT_DIR"),
    assetDir: folder("PLATEN_ASSET_DIR"),
    logLevel: oneOf("PLATEN_LOG_LEVEL", LOG_LEVELS, "info"),
    corsOrigin: originsOf(text("PLATEN_CORS_ORIGIN")),
    jobTtlHours: whole("PLATEN_JOB_TTL_HOURS", 23, 1, 168),
    jobsShare: jobsShareFrom(env),
    callbackRetryMs: whole("PLATEN_CALLBACK_RETRY_MS", 5000, 1, HOUR_MS),
    callbackAllow: callbackAllowFrom(env),
    mcp: oneOf("PLATEN_MCP", ["0", "1"], "0") === "1",
    signers: text("PLATEN_SIGNERS"),
    signAllow: rangesFrom(env, "PLATEN_SIGN_ALLOW"),
    trust: text("PLATEN_TRUST"),
    sourceDateEpoch: epochFrom(env),
  };
}

/** A secret: the message does not contain it. @throws SettingError */
function tokenOf(given: string | null): string | null {
  if (given !== null && !TOKEN.test(given))
    throw new SettingError(
      "PLATEN_BOOTSTRAP_TOKEN: must be visible ASCII characters without spaces, as a header has them; found others (it is not shown)",
    );
  return given;
}

/** @throws SettingError */
function wholeFrom(env: NodeJS.ProcessEnv, name: string, fallback: number, least: number, most: number): number {
  const given = env[name]?.trim() ?? "";
  if (given === "") return fallback;
  const value = /^\d{1,12}$/.test(given) ? Number(given) : NaN;
  if (!(value >= least && value <= most))
    throw new SettingError(`${name}: ${must(`a whole number from ${least} to ${most}`, quoted(given)).text}`);
  return value;
}

/** @throws SettingError (BK-34) */
function jobsShareFrom(env: NodeJS.ProcessEnv): number {
  const given = env["PLATEN_JOBS_SHARE"]?.trim() ?? "";
  if (given === "") return 0.5;
  const value = /^(?:\d+|\d*\.\d+)$/.test(given) && given.length <= 12 ? Number(given) : NaN;
  if (!(value >= 0 && value <= 1)) throw new SettingError(`PLATEN_JOBS_SHARE: ${must("a number from 0 to 1", quoted(given)).text}`);
  return value;
}

/** Render processes that jobs may have: rounded down, but at least one unless the share is 0. */
export const jobProcesses = ({ workers, jobsShare }: Pick<ServiceSettings, "workers" | "jobsShare">): number =>
  // 0.29 of 100 are 29, which the product falls short of
  jobsShare === 0 ? 0 : Math.max(1, Math.floor(workers * jobsShare + 1e-9));

/** Limit of a render, ms, also of `platen mcp`. @throws SettingError */
export const timeoutFrom = (env: NodeJS.ProcessEnv): number => wholeFrom(env, "PLATEN_RENDER_TIMEOUT_MS", 60_000, 10, DAY_MS);

/** Memory of a render process, MB, also of `platen batch`. @throws SettingError */
export const memoryFrom = (env: NodeJS.ProcessEnv): number => wholeFrom(env, "PLATEN_WORKER_MEMORY_MB", 1024, 256, 1_048_576);

/** Bytes of a body, also of a record of `platen batch`. @throws SettingError */
export const bodyLimitFrom = (env: NodeJS.ProcessEnv): number => wholeFrom(env, "PLATEN_MAX_BODY_MB", 16, 1, 1024) * MB;

/** Time for running work after a signal, ms. @throws SettingError */
export const stopMsFrom = (env: NodeJS.ProcessEnv): number => wholeFrom(env, "PLATEN_STOP_MS", 10_000, 0, DAY_MS);

/** Reads the limit of pages, which also holds for the command line. @throws SettingError */
export function maxPagesFrom(env: NodeJS.ProcessEnv): number {
  const given = env["PLATEN_MAX_PAGES"]?.trim() ?? "";
  if (given !== "" && !/^[1-9]\d{0,8}$/.test(given))
    throw new SettingError(`PLATEN_MAX_PAGES: ${must("a whole number from 1 to 999999999", quoted(given)).text}`);
  return given === "" ? MAX_PAGES : Number(given);
}

const LIMIT_NAMES = keysOf(CONTRACT_LIMITS);

/** Reads the limits, which also bound the command line. @throws SettingError */
export function limitsFrom(env: NodeJS.ProcessEnv, defaults: Limits = CONTRACT_LIMITS): Limits {
  const given: Partial<Record<LimitName, number | undefined>> = {};
  for (const name of LIMIT_NAMES) given[name] = limitOf(env, limitSetting(name));
  return limitsWith(given as Partial<Limits>, defaults);
}

const OWNER_LIMIT_NAMES = keysOf(OWNER_LIMITS);

/** Reads the limits of owners, which also bound the command line. @throws SettingError */
export const ownerLimitsFrom = (env: NodeJS.ProcessEnv): OwnerLimits =>
  tableOf(OWNER_LIMIT_NAMES, (name) => limitOf(env, ownerLimitSetting(name)) ?? OWNER_LIMITS[name]);

/** @throws SettingError */
function limitOf(env: NodeJS.ProcessEnv, setting: string): number | undefined {
  const text = env[setting]?.trim() ?? "";
  if (text === "") return undefined;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (!isLimit(value))
    throw new SettingError(`${setting}: ${must(`a whole number from ${LEAST_LIMIT} to ${MOST_LIMIT}`, quoted(text)).text}`);
  return value;
}

/** Reads the settings of the store, also for the command line. @throws SettingError */
export function storeSettingsFrom(env: NodeJS.ProcessEnv): { readonly dataDir: string; readonly databaseUrl: string | null } {
  const databaseUrl = env["PLATEN_DATABASE_URL"]?.trim() || null;
  // it contains a password
  if (databaseUrl !== null && !/^postgres(ql)?:\/\//.test(databaseUrl))
    throw new SettingError(
      "PLATEN_DATABASE_URL: must be an address that begins with postgres://; found another (it is not shown, as it may hold a password)",
    );
  return { dataDir: env["PLATEN_DATA_DIR"]?.trim() || "data", databaseUrl };
}

/** The rule that an address of this form breaks, as a sentence to append; "" for another form. */
function objectStoreFault(given: string): string {
  const [, bucket] = /^s3:\/\/([^/]*)/.exec(given) ?? [];
  if (bucket === undefined) return "";
  if (bucket.length < 3 || bucket.length > 63) return "; a bucket's name has 3 to 63 characters";
  return OBJECT_STORE.test(`s3://${bucket}`)
    ? "; parts of a prefix are letters, digits, dots, hyphens and underscores, begin with none of the dots, and are at most 16"
    : "; a bucket's name is lower-case letters, digits, dots and hyphens, with a letter or a digit at both ends";
}

/** @throws SettingError */
function objectStoreFrom(objectStore: string | null, endpoint: string | null): Pick<ServiceSettings, "objectStore" | "s3Endpoint"> {
  if (objectStore !== null && !OBJECT_STORE.test(objectStore))
    throw new SettingError(
      `PLATEN_OBJECT_STORE: ${must(["s3://bucket", "s3://bucket/prefix"], quoted(objectStore)).text}${objectStoreFault(objectStore)}`,
    );
  if (endpoint !== null && objectStore === null)
    throw new SettingError("PLATEN_S3_ENDPOINT: it needs PLATEN_OBJECT_STORE, such as s3://bucket");
  return { objectStore, s3Endpoint: addressOf("PLATEN_S3_ENDPOINT", endpoint) };
}

/** @throws SettingError */
function addressOf(name: string, given: string | null): string | null {
  if (given === null) return null;
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "")
    throw new SettingError(`${name}: ${must("an http or https address without a query", quoted(given)).text}`);
  return given.replace(/\/+$/, "");
}

/** Origins other than http and https, such as an app's, whose URLs have no origin. */
const OTHER_ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[a-z0-9._-]+(?::\d{1,5})?$/;

/** @throws SettingError (running, F1) */
function originsOf(given: string | null): CorsOrigins | null {
  if (given === null || given === "*") return given;
  return given.split(",").map((part) => {
    const origin = part.trim();
    const url = URL.canParse(origin) ? new URL(origin) : null;
    const isWeb = url !== null && /^https?:$/.test(url.protocol);
    // refuses path, user and query; a star is a pattern
    if (isWeb && /^https?:\/\/[^/?#@*\\\s]+$/i.test(origin)) return url.origin;
    if (url !== null && !isWeb && OTHER_ORIGIN.test(origin)) return origin;
    throw new SettingError(
      `PLATEN_CORS_ORIGIN: ${must('"*", or origins such as https://app.example.com with commas between', quoted(origin)).text}`,
    );
  });
}

/** Reads the addresses that callbacks may have, also for the command line. @throws SettingError (running, I2) */
export const callbackAllowFrom = (env: NodeJS.ProcessEnv): readonly Cidr[] => rangesFrom(env, "PLATEN_CALLBACK_ALLOW");

/** Ranges of addresses. @throws SettingError */
function rangesFrom(env: NodeJS.ProcessEnv, name: string): readonly Cidr[] {
  const given = env[name]?.trim() ?? "";
  if (given === "") return [];
  return given.split(",").map((part) => {
    const range = cidrOf(part.trim());
    if (!range) throw new SettingError(`${name}: ${must("ranges such as 10.0.0.0/8 with commas between", quoted(part.trim())).text}`);
    return range;
  });
}

const quoted = (given: string): string => JSON.stringify(given);

function wordReason(given: string, allowed: readonly string[]): string {
  const meant = meantWord(given, allowed);
  return must(allowed, quoted(given), { suggestion: meant }).text;
}

function readable(name: string, dir: string): void {
  const wrong = (why: string): SettingError =>
    new SettingError(`${name}: ${must("a folder that can be read", quoted(dir), { advice: why }).text}`);
  const stat = statSync(dir, { throwIfNoEntry: false });
  if (!stat) throw wrong("it does not exist");
  if (!stat.isDirectory()) throw wrong("it is not a folder");
  try {
    readdirSync(dir);
  } catch {
    throw wrong("this user may not read it");
  }
}
