// What all commands have in common: the options of the whole program, and the engine with the fonts and pictures that they name.
import type { Command } from "commander";
import { Engine } from "../engine/engine.js";
import { FontStore } from "../fonts/fonts.js";
import { assetFolder } from "../pictures/assets.js";
import { maxPagesFrom } from "../core/settings.js";
import { checkFolder, read, UsageError, withFileErrors } from "./cli-files.js";
import type { Source } from "./problems.js";

/** The options of the whole program. */
export interface Global {
  readonly fontDir?: string;
  readonly assetDir?: string;
  readonly json?: boolean;
}

export class CommandContext {
  /** set by a command that does not end when its action has: the process then ends by itself */
  goesOn = false;
  /** the request that was read last: its text tells line and column of what is wrong */
  source: Source | null = null;

  constructor(readonly program: Command) {}

  get options(): Global {
    return this.program.opts<Global>();
  }

  /** whether results and errors are asked for as JSON */
  get json(): boolean {
    return this.options.json ?? false;
  }

  /** The bytes of a request, which messages then know the lines of. @throws FileError */
  async readRequest(file: string): Promise<Uint8Array> {
    const bytes = await read(file);
    this.source = { file, bytes };
    return bytes;
  }

  /** The bounds of the service's settings that hold on the command line too. @throws SettingError */
  bounds(): { readonly maxPages: number } {
    return { maxPages: maxPagesFrom(process.env) };
  }

  /** The environment of a service, with what the options say instead. */
  environment(): NodeJS.ProcessEnv {
    const { fontDir, assetDir } = this.options;
    return {
      ...process.env,
      ...(fontDir !== undefined && { PLATEN_FONT_DIR: fontDir }),
      ...(assetDir !== undefined && { PLATEN_ASSET_DIR: assetDir }),
    };
  }

  /** @throws UsageError which setting names fonts or pictures that cannot be used, and why */
  async engine(): Promise<Engine> {
    const { fontDir, assetDir } = this.options;
    if (assetDir !== undefined) checkFolder(assetDir);
    const fonts = fontDir === undefined ? new FontStore() : await this.#fontsOf(fontDir);
    return new Engine(
      fonts,
      withFileErrors(assetDir ?? "", "read", () => assetFolder(assetDir ?? null)),
    );
  }

  async #fontsOf(dir: string): Promise<FontStore> {
    // most documents do with the bundled fonts, which need no check
    const { FontError, fontStore } = await import("../fonts/font-files.js");
    try {
      return fontStore(dir);
    } catch (e) {
      if (!(e instanceof FontError)) throw e;
      const setting = this.program.getOptionValueSource("fontDir") === "cli" ? "--font-dir" : "PLATEN_FONT_DIR";
      throw new UsageError(`${setting}: ${e.message}`);
    }
  }
}

/** Adds a command, or a family of them, to the program. */
export type AddCommands = (program: Command, cx: CommandContext) => void;
