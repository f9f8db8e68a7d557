import { newToken } from "./auth.js";
import { createService, type Service } from "./server.js";
import { SettingError, settingsFrom, type ServiceSettings } from "./settings.js";

/** Starts the service and stops it gracefully on SIGTERM or SIGINT. */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  let settings: ServiceSettings;
  let service: Service;
  let token: string;
  let address: string;
  try {
    settings = settingsFrom(env);
    token = settings.bootstrapToken ?? newToken();
    service = createService(settings, token);
    address = await listening(service, settings);
  } catch (e) {
    if (!(e instanceof SettingError)) throw e;
    process.stderr.write(`platen: ${e.message}\n`);
    process.exitCode = 2;
    return;
  }
  process.stdout.write(`Platen listens on ${address}\n`);
  if (settings.bootstrapToken === null) process.stdout.write(`${firstSteps(address, token)}\n`);
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    void service.stop().then(() => process.exit(0));
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

/** @throws SettingError where the address cannot be listened on */
async function listening(service: Service, { host, port }: ServiceSettings): Promise<string> {
  try {
    return await service.app.listen({ host, port });
  } catch (e) {
    await service.stop();
    const code = e instanceof Error && "code" in e ? e.code : undefined;
    const why = typeof code === "string" ? UNUSABLE[code] : undefined;
    if (why === undefined) throw e;
    throw new SettingError(`${code === "EACCES" || code === "EADDRINUSE" ? "PLATEN_PORT" : "PLATEN_HOST"}: ${host}:${port} ${why}`);
  }
}
const UNUSABLE: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use already",
  EACCES: "may not be listened on",
  EADDRNOTAVAIL: "is no address of this machine",
  ENOTFOUND: "is no address of this machine",
  EAI_AGAIN: "is no address of this machine",
  EINVAL: "is no address of this machine",
};

/** No token was given, so one was made: it holds until the service stops. */
function firstSteps(address: string, token: string): string {
  const body = '{"pages":[{"size":"a4","elements":[{"type":"text","layout":{"left":20,"top":20},"content":"Hello from Platen"}]}]}';
  return `A token for this run (set PLATEN_BOOTSTRAP_TOKEN for one of your own):\n  ${token}\nTry it:\n  curl -s ${address}/api/v1/pdf/render -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '${body}' -o hello.pdf`;
}
