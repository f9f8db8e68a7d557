// platen text: text or structure of a request in reading order.
import type { Command } from "commander";
import { renderTags } from "../../../backends/text/tags.js";
import { renderText } from "../../../backends/text/text.js";
import { collect, compile } from "../../../compiler/compile.js";
import { UsageError, write } from "../cli-files.js";
import type { CommandContext } from "../context.js";

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
      const doc = collect(await compile(await cx.readRequest(file), engine.world(), cx.bounds()));
      await write("-", o.tags ? renderTags(doc) : renderText(doc, { artifacts: o.artifacts ?? false }));
    });
}
