import type { Command } from "commander";
import { INSTALL_SERVER, lacksServer } from "../../core/server-package.js";
import { unknownText, unknownVariables } from "../../core/settings.js";
import { say, UsageError } from "../cli-files.js";
import { write } from "../output-file.js";
import { configLines } from "../config.js";
import type { CommandContext } from "../context.js";

export function addServe(program: Command, cx: CommandContext): void {
  program
    .command("serve")
    .description("start the HTTP service (settings: PLATEN_* in the environment)")
    .action(async () => {
      cx.continues();
      const { serve } = await import("../../http/serve.js").catch((e: unknown) => {
        throw lacksServer(e) ? new UsageError(`serve needs the package platen-server: ${INSTALL_SERVER}`) : e;
      });
      await serve(cx.environment());
    });
}

export function addConfig(program: Command, cx: CommandContext): void {
  program
    .command("config")
    .argument("<what>", "print")
    .description("print the service's settings, as the environment gives them, without secrets")
    .action(async (what: string) => {
      if (what !== "print") throw new UsageError("config requires the argument print");
      const env = cx.environment();
      for (const line of unknownVariables(env)) say(`platen: warning: ${unknownText(line)}`);
      await write("-", configLines(env, cx.json));
    });
}
