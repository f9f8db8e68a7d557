import { post } from "./service.mjs";
import { SMALL } from "./attacks.mjs";

export const flag = (name) => process.argv.includes(`--${name}`);
export const valueOf = (name) => process.argv.find((a) => a.startsWith(`--${name}=`))?.slice(name.length + 3) ?? null;
export const short = flag("short");
/** Factor of time limits on a busy machine; memory limits are unaffected. */
export const patience = Number(valueOf("patience") ?? 1);

export const WORKERS = 2;
const BOUND_MB = 1024;
const SMALL_MS = 1000 * patience;
const LIVEZ_MS = 100 * patience;
const STOP_MS = 10_000;
const MEMORY_MB = WORKERS * BOUND_MB + 300;

export const broken = [];
export const promise = (kept, text) => {
  if (!kept) broken.push(text);
  return kept ? "" : "  ← BROKEN";
};
export const settings = {
  PLATEN_WORKERS: String(WORKERS),
  PLATEN_WORKER_MEMORY_MB: String(BOUND_MB),
  PLATEN_STOP_MS: String(STOP_MS),
  // two cores would render little else
  ...(short && { PLATEN_WARM_UP: "0" }),
};

export async function smallOne(service, when) {
  const r = await post(service, SMALL);
  const kept = r.status === 200 && r.pdf && r.ms < SMALL_MS;
  return `${r.status} ${r.ms.toFixed(0)} ms${promise(kept, `small document ${when}: ${r.status} ${r.code ?? ""} after ${r.ms.toFixed(0)} ms`)}`;
}

export async function stop(service) {
  const began = performance.now();
  service.child.kill("SIGTERM");
  const code = await service.exit;
  const ms = performance.now() - began;
  console.log(
    `stop: exit code ${code} after ${ms.toFixed(0)} ms${promise(code === 0 && ms < STOP_MS + 1000, `the stop took ${ms} ms, code ${code}`)}`,
  );
}

export function report(seen) {
  const memory = promise(seen.memoryMb < MEMORY_MB, `memory was ${seen.memoryMb.toFixed(0)} MB, promised are ${MEMORY_MB}`);
  const livez = promise(seen.livezMs < LIVEZ_MS, `/livez took ${seen.livezMs.toFixed(0)} ms`);
  console.log(
    `memory at most ${seen.memoryMb.toFixed(0)} MB${memory}; /livez at most ${seen.livezMs.toFixed(0)} ms of ${seen.livez}${livez}`,
  );
}
