// All settings are checked before the service listens.
import { messageOf } from "../../base/error.js";
import { networkInterfaces } from "node:os";
import { performance } from "node:perf_hooks";
import { LOCAL, Tokens } from "../accounts/tokens.js";
import { checkedFonts, FontError, type CheckedFamily } from "../fonts/font-files.js";
import { version } from "../core/package.js";
import { LogOutput } from "./log-output.js";
import { StartFailure } from "../pool/pool.js";
import { createService, type Service } from "./server.js";
import { SettingError, settingsFrom, unknownText, unknownVariables, VARIABLES, type ServiceSettings } from "../core/settings.js";
import type { SignerDesk } from "../signatures/signers/desk.js";
import { startTracing, type StopTracing } from "./tracing-sdk.js";
import { DatabaseError, type Database } from "../store/database.js";
import { openArtifacts } from "../store/open-artifacts.js";
import { openDatabase } from "../store/open.js";
import { lookup } from "../../base/lookup.js";

/** SIGTERM or SIGINT stops gracefully, a second signal immediately. */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  let service: Service | null = null;
  let stopTracing: StopTracing | null = null;
  process.stderr.on("error", () => undefined);
  const output = new LogOutput();
  try {
    const settings = settingsFrom(env);
    const unknown = unknownVariables(env);
    for (const variable of unknown) process.stderr.write(`platen: warning: ${unknownText(variable)}\n`);
    const fonts = fontsOf(settings.fontDir);
    stopTracing = await startTracing(env);
    const db = await openDatabase(settings, { serves: true });
    const artifacts = await openArtifacts(settings, env);
    const signers = await signersOf(settings);
    service = createService({ settings, db, artifacts, fonts, desk: signers?.desk ?? null, trust: await rootsOf(settings) }, output);
    stopOnSignals(service, output, stopTracing);
    if (signers) readAnewOnSignal(signers, service);
    for (const variable of unknown) service.app.log.warn(variable, "a variable is not a setting, and has no effect");
    await service.start();
    const address = await listen(service, settings);
    service.app.log.info({ version, address, workers: settings.workers }, "started");
    if (env["PLATEN_QUIET"] !== "1") process.stderr.write(welcome(address, settings.baseUrl ?? address));
    const token = settings.bootstrapToken === null ? await firstToken(db) : null;
    if (token !== null) process.stderr.write(`${firstSteps(settings.baseUrl ?? address, token)}\n`);
  } catch (e) {
    service?.end();
    const message = messageOf(e);
    process.stderr.write(`platen: ${message}\n`);
    if (process.env["PLATEN_DEBUG"] === "1" && e instanceof Error) process.stderr.write(`${e.stack ?? ""}\n`);
    process.exit(e instanceof SettingError || e instanceof StartFailure || e instanceof DatabaseError ? 2 : 1);
  }
}

interface Signers {
  readonly desk: SignerDesk;
  /** @throws SettingError */
  readonly reopen: (warn: (line: string) => void) => void;
}

/** Null without a file of signers. @throws SettingError */
async function signersOf({ signers: file, signAllow: allowed }: ServiceSettings): Promise<Signers | null> {
  if (file === null) return null;
  const { openSigners, reopenSigners } = await import("../signatures/signers/open.js");
  const of = { file, setting: VARIABLES.signers, hasOwners: true };
  const desk = openSigners({ ...of, allowed, warn: (line) => void process.stderr.write(`platen: warning: ${line}\n`) });
  return { desk, reopen: (warn) => reopenSigners(desk, { ...of, warn }) };
}

/** @throws SettingError for a file or folder without certificates */
async function rootsOf({ trust }: ServiceSettings): Promise<readonly Uint8Array[]> {
  if (trust === null) return [];
  const { readRoots } = await import("../signatures/roots.js");
  return readRoots(trust, VARIABLES.trust);
}

function readAnewOnSignal({ reopen }: Signers, { app: { log } }: Service): void {
  process.on("SIGHUP", () => {
    try {
      reopen((line) => log.warn(line));
      log.info("the file of signers was read anew");
    } catch (e) {
      if (!(e instanceof SettingError)) throw e;
      log.error({ reason: e.message }, "the file of signers cannot be used: the signers stay as they were");
    }
  });
}

const FLUSH_MS = 500;

function stopOnSignals(service: Service, output: LogOutput, stopTracing: StopTracing | null): void {
  let stopping = false;
  const { log } = service.app;
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) {
      log.warn({ signal }, "stopped at once");
      service.end();
      process.exit(1);
    }
    stopping = true;
    const begun = performance.now();
    log.info({ signal }, "stopping");
    void service.stop().then(async () => {
      log.info({ ms: Math.round(performance.now() - begun) }, "stopped");
      await stopTracing?.();
      await output.flush(FLUSH_MS);
      process.exit(0);
    });
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

const REFUSED: Readonly<Record<string, readonly ["host" | "port", string]>> = {
  EADDRINUSE: ["port", "which is in use"],
  EACCES: ["port", "which this user may not listen on"],
  EADDRNOTAVAIL: ["host", "which is not an address of this machine"],
  ENOTFOUND: ["host", "which is not known"],
  EAI_AGAIN: ["host", "which cannot be looked up"],
  EINVAL: ["host", "which cannot be listened on"],
  EAFNOSUPPORT: ["host", "which is of a kind that this machine does not have"],
};

/**
 * Fastify lists the machine's interfaces for 0.0.0.0. Sandboxes hide them, such as systemd's RestrictAddressFamilies: there the service is
 * reported at the loopback address, which 0.0.0.0 includes.
 */
function withoutInterfaces(server: Service["app"]["server"]): void {
  try {
    networkInterfaces();
  } catch {
    const addressOf = server.address.bind(server);
    server.address = () => {
      const found = addressOf();
      return typeof found === "object" && found?.address === "0.0.0.0" ? { ...found, address: "127.0.0.1" } : found;
    };
  }
}

/** @throws SettingError */
async function listen({ app }: Service, { host, port }: ServiceSettings): Promise<string> {
  withoutInterfaces(app.server);
  try {
    return await app.listen({ host, port, listenTextResolver: (address) => `listening on ${address}` });
  } catch (e) {
    const refused = e instanceof Error && "code" in e && typeof e.code === "string" ? lookup(REFUSED, e.code) : undefined;
    if (!refused) throw e;
    const [setting, why] = refused;
    throw new SettingError(setting === "port" ? `PLATEN_PORT: found "${port}", ${why}` : `PLATEN_HOST: found "${host}", ${why}`);
  }
}

function fontsOf(dir: string | null): readonly CheckedFamily[] {
  try {
    return checkedFonts(dir);
  } catch (e) {
    if (e instanceof FontError) throw new SettingError(`PLATEN_FONT_DIR: ${e.message}`);
    throw e;
  }
}

async function firstToken(db: Database): Promise<string | null> {
  const tokens = new Tokens(db);
  return (await tokens.any()) ? null : (await tokens.create(LOCAL, { scopes: ["render", "manage"] })).token;
}

/** Lines for a person; the log has its own. @param base what callers reach the service by */
const welcome = (address: string, base: string): string =>
  `Platen listens on ${address}\nDocumentation: ${base}/docs\nPlayground: ${base}/playground\n`;

function firstSteps(address: string, token: string): string {
  const body = '{"pages":[{"size":"a4","elements":[{"type":"text","layout":{"left":20,"top":20},"content":"Hello from Platen"}]}]}';
  return `A first token, for the owner ${LOCAL} (platen tokens makes others; this one is not shown again):\n  ${token}\nTry it:\n  curl -s ${address}/api/v1/pdf/render -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '${body}' -o hello.pdf`;
}
