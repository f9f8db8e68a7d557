// platen ir: display list, or another pass's result, as JSON.
import { InvalidArgumentError, type Command } from "commander";
import { collect, compile, PASSES, type Pass } from "../../../compiler/compile.js";
import { dump } from "../../../ir/dump.js";
import { checkOutput } from "../shared/cli-files.js";
import { write } from "../shared/output-file.js";
import type { CommandContext } from "../shared/context.js";
import { describePass } from "../shared/describe.js";

export function addIr(program: Command, cx: CommandContext): void {
  program
    .command("ir")
    .argument("<file>", "a request; - is standard input")
    .description("write the display list as JSON")
    .option("-o, --output <file>", "the JSON; standard output without it")
    .option("--after <pass>", `another pass's result: ${PASSES.join(", ")}`, (pass): Pass => {
      const found = PASSES.find((p) => p === pass);
      if (!found) throw new InvalidArgumentError(`must be one of ${PASSES.join(", ")}`);
      return found;
    })
    .action(async (file: string, o: { output?: string; after?: Pass }) => {
      checkOutput(o.output ?? "-", file);
      const e = await cx.engine();
      let dumped: string | null = null;
      const after = o.after;
      const compiled = await compile(await cx.readRequest(file), e.world(), {
        ...cx.bounds(),
        after: (pass, result) => (pass === after ? (dumped = describePass(result)) : undefined),
      });
      const text = dumped ?? dump(collect(compiled), e.blobsOf(compiled), (id) => e.fonts.isBundled(id));
      await write(o.output ?? "-", `${text}\n`);
    });
}
