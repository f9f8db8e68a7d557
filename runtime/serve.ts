import { newToken } from "./auth.js";
import { FontError, fontStore } from "./font-files.js";
import { createService } from "./server.js";
import { SettingError, settingsFrom, type ServiceSettings } from "./settings.js";

/** Starts the service and stops it gracefully on SIGTERM or SIGINT. */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  let settings: ServiceSettings;
  let families: readonly string[];
  try {
    settings = settingsFrom(env);
    families = familiesOf(settings.fontDir);
  } catch (e) {
    if (!(e instanceof SettingError)) throw e;
    process.stderr.write(`platen: ${e.message}\n`);
    process.exitCode = 2;
    return;
  }
  const token = settings.bootstrapToken ?? newToken();
  const service = createService(settings, token, families);
  const address = await service.app.listen({ host: settings.host, port: settings.port });
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

function familiesOf(dir: string | null): readonly string[] {
  try {
    return fontStore(dir).families.map((f) => f.name);
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
