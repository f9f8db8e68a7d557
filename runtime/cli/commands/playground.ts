import { cpSync } from "node:fs";
import path from "node:path";
import type { Command } from "commander";
import { makeFolder } from "../../core/folder.js";
import { packageRoot } from "../../core/package.js";
import { checkOutputFolder, requireWholeBuild, withFileErrors } from "../shared/cli-files.js";
import type { CommandContext } from "../shared/context.js";

export function addPlayground(program: Command, _cx: CommandContext): void {
  program
    .command("playground")
    .argument("<dir>", "a folder for the files")
    .description("write the playground as static files, for any web server")
    .action((dir: string) => {
      requireWholeBuild("playground");
      checkOutputFolder(dir);
      withFileErrors(dir, "written", () => {
        makeFolder(dir);
        const dist = path.join(packageRoot, "dist");
        cpSync(path.join(dist, "playground"), dir, { recursive: true });
        cpSync(path.join(dist, "browser"), path.join(dir, "platen"), { recursive: true });
      });
    });
}
