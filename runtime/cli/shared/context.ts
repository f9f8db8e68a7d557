import { CONTRACT_LIMITS, type Limits } from "../../../compiler/core/limits.js";
import type { Command } from "commander";
import { Engine } from "../../engine/engine.js";
import { FontStore } from "../../fonts/fonts.js";
import { assetFolder } from "../../pictures/assets.js";
import { limitsFrom, maxPagesFrom } from "../../core/settings.js";
import { checkFolder, read, say, UsageError, withFileErrors } from "./cli-files.js";
import type { Source } from "./problems.js";
import type { Signing } from "../../engine/render-options.js";
import type { SignerDesk } from "../../signatures/signers/desk.js";
import { optimise } from "./optimisation.js";
import { RequestFile } from "./request-file.js";

interface Global {
  readonly fontDir?: string;
  readonly assetDir?: string;
  readonly signers?: string;
  readonly json?: boolean;
}

/** Defaults of the command line, whose user waits for one document alone (FH-45). */
const COMMAND_LINE_LIMITS: Limits = { ...CONTRACT_LIMITS, flow_nodes: 4096, flow_elements: 4096 };

export class CommandContext {
  #continues = false;
  /** last request read, for line and column of a problem */
  source: Source | null = null;

  constructor(readonly program: Command) {}

  /** The command continues after its action. */
  continues(): void {
    this.#continues = true;
    optimise("usual");
  }

  get goesOn(): boolean {
    return this.#continues;
  }

  get options(): Global {
    return this.program.opts<Global>();
  }

  get json(): boolean {
    return this.options.json ?? false;
  }

  /** Records the source for line numbers. @param given its bytes, if it is not a file. @throws FileError */
  async readRequest(file: string, given?: Uint8Array): Promise<RequestFile> {
    const sent = new RequestFile(file, given ?? (await read(file)));
    this.source = sent;
    return sent;
  }

  /** Service settings that also apply here. @throws SettingError */
  bounds(): { readonly maxPages: number; readonly limits: Limits } {
    return { maxPages: maxPagesFrom(process.env), limits: limitsFrom(process.env, COMMAND_LINE_LIMITS) };
  }

  /** Options override the environment. */
  environment(): NodeJS.ProcessEnv {
    const { fontDir, assetDir, signers } = this.options;
    return {
      ...process.env,
      ...(signers !== undefined && { PLATEN_SIGNERS: signers }),
      ...(fontDir !== undefined && { PLATEN_FONT_DIR: fontDir }),
      ...(assetDir !== undefined && { PLATEN_ASSET_DIR: assetDir }),
    };
  }

  /**
   * `keeps`: work is cached for later renders; `signs`: requests may name signers
   * @throws UsageError with the option or setting and the reason
   */
  async engine(keeps = false, signs = true): Promise<Engine> {
    const { fontDir, assetDir } = this.options;
    if (assetDir !== undefined) checkFolder(assetDir, "", this.#named("assetDir", "--asset-dir", "PLATEN_ASSET_DIR"));
    const fonts = fontDir === undefined ? new FontStore() : await this.#fontsOf(fontDir);
    const assets = withFileErrors(assetDir ?? "", "read", () => assetFolder(assetDir ?? null));
    const engine = keeps ? Engine.keeping(fonts, assets) : new Engine(fonts, assets);
    if (signs && this.#signersFile !== null) engine.signing = await this.#signing(this.#signersFile, engine);
    return engine;
  }

  /** Null without a file of signers. */
  get #signersFile(): string | null {
    return this.options.signers?.trim() || null;
  }

  /** The keys are in a process of their own. */
  async #signing(file: string, engine: Engine): Promise<Signing> {
    const [{ signersApart }, { laterSigning }] = await Promise.all([
      import("../../signatures/signers/own-process.js"),
      import("../../signatures/signers/later.js"),
    ]);
    const { offered, ask } = await signersApart(file, this.#signersSetting, (line) => say(`platen: warning: ${line}`));
    return laterSigning(offered, { ask, engine });
  }

  /** The signers of a command that renders in other processes. @throws SettingError */
  async desk(): Promise<SignerDesk | null> {
    const file = this.#signersFile;
    if (file === null) return null;
    const { openSigners } = await import("../../signatures/signers/open.js");
    const warn = (line: string): void => say(`platen: warning: ${line}`);
    return openSigners({ file, setting: this.#signersSetting, hasOwners: false, allowed: null, warn });
  }

  get #signersSetting(): string {
    return this.#named("signers", "--signers", "PLATEN_SIGNERS");
  }

  async #fontsOf(dir: string): Promise<FontStore> {
    // the bundled fonts need no check
    const { FontError, fontStore } = await import("../../fonts/font-files.js");
    try {
      return fontStore(dir);
    } catch (e) {
      if (!(e instanceof FontError)) throw e;
      throw new UsageError(`${this.#named("fontDir", "--font-dir", "PLATEN_FONT_DIR")}: ${e.message}`);
    }
  }

  #named(key: keyof Global, option: string, setting: string): string {
    return this.program.getOptionValueSource(key) === "cli" ? option : setting;
  }
}

export type AddCommands = (program: Command, cx: CommandContext) => void;
