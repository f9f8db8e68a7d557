import { Engine } from "../engine/engine.js";
import { FontStore } from "../fonts/fonts.js";
import { assetFolder } from "../pictures/assets.js";
import type { Options } from "./options.js";

const engines = new Map<string, Engine>();

type Named = Pick<Options, "fontDir" | "assetDir" | "sourceDateEpoch">;

export const engineKey = ({ fontDir, assetDir, sourceDateEpoch }: Named): string =>
  JSON.stringify([fontDir, assetDir, sourceDateEpoch !== undefined]);

/** Returns an existing engine without a wait. */
export const knownEngine = (options: Named): Engine | undefined => engines.get(engineKey(options));

/** Cached: later documents are faster. @throws TypeError for an unusable folder */
export async function engineOf(options: Named): Promise<Engine> {
  const key = engineKey(options);
  const { fontDir, assetDir, sourceDateEpoch } = options;
  // fonts of a folder are checked by modules that most programs do not need
  const fonts = fontDir === undefined ? new FontStore() : await fontsOf(fontDir);
  const known = engines.get(key);
  if (known) return known;
  const engine = new Engine(fonts, assetsOf(assetDir), sourceDateEpoch === undefined ? undefined : true);
  engines.set(key, engine);
  return engine;
}

/** Releases engines; see `Engine.release`. */
export const releaseEngines = (): void => {
  for (const engine of engines.values()) engine.release();
};

async function fontsOf(dir: string): Promise<FontStore> {
  const { FontError, fontStore } = await import("../fonts/font-files.js");
  try {
    return fontStore(dir);
  } catch (e) {
    throw e instanceof FontError ? new TypeError(`fontDir: ${e.message}`) : e;
  }
}

function assetsOf(dir: string | undefined): (key: string) => Uint8Array | null {
  try {
    return assetFolder(dir ?? null);
  } catch (e) {
    if (!(e instanceof Error && "code" in e)) throw e;
    throw new TypeError(`assetDir: ${dir} cannot be read: ${String(e.code)}`);
  }
}
