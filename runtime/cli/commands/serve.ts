import type { Command } from "commander";
import { INSTALL_SERVER, lacksServer } from "../../core/server-package.js";
import { unknownText, unknownVariables } from "../../core/settings.js";
import { requireWholeBuild, say, UsageError } from "../shared/cli-files.js";
import { write } from "../shared/output-file.js";
import { configLines } from "../shared/config.js";
import type { CommandContext } from "../shared/context.js";

export function addServe(program: Command, cx: CommandContext): void {
  program
    .command("serve")
    .description("start the HTTP service (settings: PLATEN_* in the environment)")
    .action(async () => {
      requireWholeBuild("serve");
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
      for (const line of unknownVariables(env)) {
        const message = unknownText(line);
        say(cx.json ? JSON.stringify({ severity: "warning", message, rule: "setting", path: "" }) : `platen: warning: ${message}`);
      }
      await write("-", configLines(env, cx.json));
    });
}
