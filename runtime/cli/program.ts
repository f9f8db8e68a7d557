import { Command } from "commander";
import { version } from "../core/package.js";
import { CommandContext, type AddCommands } from "./shared/context.js";
import { report } from "./shared/report.js";

/** in the order of help; lazy, as loading all takes longer than rendering a letter */
const COMMANDS: Readonly<Record<string, () => Promise<AddCommands>>> = {
  render: async () => (await import("./commands/render.js")).addRender,
  merge: async () => (await import("./commands/merge.js")).addMerge,
  brief: async () => (await import("./commands/brief.js")).addBrief,
  check: async () => (await import("./commands/check.js")).addCheck,
  new: async () => (await import("./commands/new.js")).addNew,
  ir: async () => (await import("./commands/ir.js")).addIr,
  svg: async () => (await import("./commands/pages.js")).addSvg,
  png: async () => (await import("./commands/pages.js")).addPng,
  text: async () => (await import("./commands/text.js")).addText,
  symbol: async () => (await import("./commands/symbol.js")).addSymbol,
  diff: async () => (await import("./commands/diff.js")).addDiff,
  form: async () => (await import("./commands/form.js")).addForm,
  sign: async () => (await import("./commands/sign.js")).addSign,
  verify: async () => (await import("./commands/verify.js")).addVerify,
  schema: async () => (await import("./commands/schema.js")).addSchema,
  batch: async () => (await import("./commands/batch.js")).addBatch,
  pipe: async () => (await import("./commands/batch.js")).addPipe,
  einvoice: async () => (await import("./commands/einvoice.js")).addEInvoice,
  serve: async () => (await import("./commands/serve.js")).addServe,
  mcp: async () => (await import("./commands/mcp.js")).addMcp,
  config: async () => (await import("./commands/serve.js")).addConfig,
  tokens: async () => (await import("./commands/store.js")).addTokens,
  accounts: async () => (await import("./commands/store.js")).addAccounts,
  fonts: async () => (await import("./commands/fonts.js")).addFonts,
  assets: async () => (await import("./commands/store.js")).addAssets,
  templates: async () => (await import("./commands/templates.js")).addTemplates,
  store: async () => (await import("./commands/store-copy.js")).addStore,
  playground: async () => (await import("./commands/playground.js")).addPlayground,
  completion: async () => (await import("./commands/completion.js")).addCompletion,
};

export const COMMAND_NAMES: readonly string[] = Object.keys(COMMANDS);

const VALUED = ["--font-dir", "--asset-dir", "--signers"];

export function commandOf(args: readonly string[]): string | undefined {
  for (let i = 0; i < args.length; i++) {
    if (VALUED.includes(args[i]!)) i++;
    else if (!args[i]!.startsWith("-")) return args[i];
  }
  return undefined;
}

/** Adds only the named command; all for help, completion and unknown names. @param json errors are not printed as text */
export async function programFor(name: string | undefined, json = false): Promise<CommandContext> {
  const program = new Command("platen")
    .configureOutput(json ? { writeErr: () => undefined } : {})
    .description("Compiles JSON descriptions of documents into PDF.")
    .version(version)
    .option("--font-dir <dir>", "a folder with further fonts (also PLATEN_FONT_DIR)", process.env["PLATEN_FONT_DIR"])
    .option("--asset-dir <dir>", "a folder with pictures (also PLATEN_ASSET_DIR)", process.env["PLATEN_ASSET_DIR"])
    .option("--signers <file>", "signers of settings.signatures (also PLATEN_SIGNERS)", process.env["PLATEN_SIGNERS"])
    .option("--json", "errors as the HTTP service gives them, results as JSON")
    .showHelpAfterError()
    .exitOverride();
  const cx = new CommandContext(program);
  const one = name !== undefined && name !== "completion" && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  for (const load of one ? [one] : Object.values(COMMANDS)) (await load())(program, cx);
  return cx;
}

/** @returns exit code; null if the command keeps running, such as a service */
export async function main(args: readonly string[]): Promise<number | null> {
  // of the arguments: usage may be wrong before options are read
  const json = args.slice(0, args.includes("--") ? args.indexOf("--") : undefined).includes("--json");
  let cx: CommandContext | null = null;
  try {
    cx = await programFor(commandOf(args), json);
    await cx.program.parseAsync(args, { from: "user" });
    return cx.goesOn ? null : Number(process.exitCode ?? 0);
  } catch (e) {
    return report(e, json, cx?.source ?? null);
  }
}
