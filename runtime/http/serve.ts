// Environment variables to a running service; every setting is checked before it listens.
import { newToken } from "./auth.js";
import { checkedFonts, FontError, type CheckedFamily } from "../fonts/font-files.js";
import { StartFailure } from "../render/pool.js";
import { createService, type Service } from "./server.js";
import { SettingError, settingsFrom, type ServiceSettings } from "../settings.js";

/** Starts the service; stops it gracefully on SIGTERM or SIGINT, and at once on a second one. */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  let service: Service | null = null;
  try {
    const settings = settingsFrom(env);
    const token = settings.bootstrapToken ?? newToken();
    service = createService(settings, token, fontsOf(settings.fontDir));
    stopOnSignals(service);
    await service.start();
    const address = await listen(service, settings);
    process.stdout.write(`Platen listens on ${address}\n`);
    if (settings.bootstrapToken === null) process.stdout.write(`${firstSteps(address, token)}\n`);
  } catch (e) {
    service?.end();
    const message = e instanceof Error ? e.message : String(e);
    process.stderr.write(`platen: ${message}\n`);
    process.exit(e instanceof SettingError || e instanceof StartFailure ? 2 : 1);
  }
}

function stopOnSignals(service: Service): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) {
      service.end();
      process.exit(1);
    }
    stopping = true;
    void service.stop().then(() => process.exit(0));
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

/** The system's error for an address that cannot be listened on, by the setting it comes from. */
const REFUSED: Readonly<Record<string, readonly ["host" | "port", string]>> = {
  EADDRINUSE: ["port", "which is in use"],
  EACCES: ["port", "which this user may not listen on"],
  EADDRNOTAVAIL: ["host", "which is no address of this machine"],
  ENOTFOUND: ["host", "which is not known"],
  EAI_AGAIN: ["host", "which cannot be looked up"],
  EINVAL: ["host", "which cannot be listened on"],
  EAFNOSUPPORT: ["host", "which is of a kind that this machine does not have"],
};

/** @throws SettingError */
async function listen({ app }: Service, { host, port }: ServiceSettings): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (e) {
    const refused = e instanceof Error && "code" in e && typeof e.code === "string" ? REFUSED[e.code] : undefined;
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

/** No token was given, so one was made: it holds until the service stops. */
function firstSteps(address: string, token: string): string {
  const body = '{"pages":[{"size":"a4","elements":[{"type":"text","layout":{"left":20,"top":20},"content":"Hello from Platen"}]}]}';
  return `A token for this run (set PLATEN_BOOTSTRAP_TOKEN for one of your own):\n  ${token}\nTry it:\n  curl -s ${address}/api/v1/pdf/render -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '${body}' -o hello.pdf`;
}
