import type { Command } from "commander";
import { text } from "../../views/views.js";
import { UsageError } from "../shared/cli-files.js";
import { write } from "../shared/output-file.js";
import type { CommandContext } from "../shared/context.js";

export function addText(program: Command, cx: CommandContext): void {
  program
    .command("text")
    .argument("<file>", "a request; - is standard input")
    .option("--artifacts", "headers, footers and layers too")
    .option("--tags", "the structure instead: elements with their texts, as a tagged document has them")
    .description("print the document's text in reading order")
    .action(async (file: string, o: { artifacts?: boolean; tags?: boolean }) => {
      if (o.tags && o.artifacts) throw new UsageError("--tags and --artifacts exclude each other: artifacts are not in the structure");
      const engine = await cx.engine();
      const found = await text(engine, await cx.readRequest(file), cx.bounds(), o);
      await write("-", cx.json ? `${JSON.stringify({ text: found })}\n` : found);
    });
}
