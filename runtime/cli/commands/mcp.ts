import type { Command } from "commander";
import { timeoutFrom } from "../../core/settings.js";
import { checkFolder, say } from "../shared/cli-files.js";
import type { CommandContext } from "../shared/context.js";

export function addMcp(program: Command, cx: CommandContext): void {
  program
    .command("mcp")
    .description("serve tools to a language model (Model Context Protocol) on standard input and output")
    .option("--root <dir>", "a folder that tools read documents from and write PDF to; without it they have no files")
    .action(async (o: { readonly root?: string }) => {
      if (o.root !== undefined) checkFolder(o.root, "", "--root");
      // reports an unusable folder before the first message
      await cx.engine(false, false);
      const { fontDir, assetDir } = cx.options;
      const folders = { ...(fontDir !== undefined && { fontDir }), ...(assetDir !== undefined && { assetDir }) };
      const { serveStdio } = await import("../../mcp/stdio.js");
      await serveStdio(o.root ?? null, { ...folders, ...cx.bounds(), timeoutMs: timeoutFrom(process.env) }, say);
    });
}
