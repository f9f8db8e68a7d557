// platen templates: lint, preview, publish, list, show, retire (decisions §4).
import { isList, parsedJson } from "../../../base/json.js";
import { type Command, InvalidArgumentError } from "commander";
import { readJson } from "../../../compiler/request/decode.js";
import { LOCAL } from "../../accounts/tokens.js";
import { builtIn, builtInSample, isTemplateId, Templates } from "../../owner/templates.js";
import { templateRender } from "../../library/templates.js";
import { checkOutput, FileError, read, UsageError } from "../shared/cli-files.js";
import { write } from "../shared/output-file.js";
import type { CommandContext } from "../shared/context.js";
import { RequestFile } from "../shared/request-file.js";
import { lintedTemplate } from "../shared/template-lint.js";
import { placedIn } from "../../library/template-places.js";
import { ownerLimitsFrom } from "../../core/settings.js";
import { refusing } from "./store.js";
import { listedOwner, ofOwner, ownerOf, saying, withPresentStore, withStore } from "../shared/store-access.js";

const TEMPLATE = "a template; - is standard input";

function idOf(text: string): string {
  if (!isTemplateId(text)) throw new InvalidArgumentError("must be 1 to 128 letters, digits and . _ -, a letter or digit first");
  return text;
}

function versionOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("must be a whole number from 1");
  return Number(text);
}

export function addTemplates(program: Command, cx: CommandContext): void {
  const templates = program.command("templates").description("templates: lint, preview, publish, list, show, retire");
  const tell = saying(cx);
  /** @returns null after printing errors */
  const linted = async (file: string, always: boolean): Promise<Uint8Array | null> => {
    const { bytes } = await lintedTemplate(cx, file, always);
    if (!bytes) process.exitCode = 1;
    return bytes;
  };

  templates
    .command("lint")
    .argument("<file>", TEMPLATE)
    .description("list what keeps a template from being published, and what looks wrong")
    .action(async (file: string) => void (await linted(file, true)));

  templates
    .command("preview")
    .argument("<file>", `${TEMPLATE}; or the id of one that comes with the package`)
    .option("--data <file>", "a record, or an array of 1 to 10; without it, made-up values")
    .requiredOption("-o, --output <file>", "the PDF; - is standard output")
    .description("render a template without publishing it")
    .action(async (file: string, o: { readonly data?: string; readonly output: string }) => {
      checkOutput(o.output, file);
      const source = builtIn(file) ?? (await cx.readRequest(file));
      const { sampleRecord } = await import("../../../compiler/template/sample.js");
      const data = o.data === undefined ? null : new RequestFile(o.data, await read(o.data));
      const files = { template: cx.source, data };
      const { pdf } = await placedIn(
        files,
        (of) => void (cx.source = of),
        async () =>
          templateRender(
            await cx.engine(),
            source,
            (template) => (data === null ? [builtInSample(file) ?? sampleRecord(template)] : recordsOf(data)),
            cx.bounds(),
          ),
      );
      await write(o.output, pdf);
    });

  templates
    .command("publish")
    .argument("<file>", TEMPLATE)
    .requiredOption("--id <id>", "how requests name it", idOf)
    .option("--owner <name>", "the owner", ownerOf, LOCAL)
    .description("make a version of a template, which is active from then on")
    .action(async (file: string, o: { readonly id: string; readonly owner: string }) => {
      if (builtIn(o.id)) throw new UsageError(`--id: ${o.id} is a built-in template, and cannot be replaced`);
      const source = await linted(file, false);
      if (!source) return;
      const most = ownerLimitsFrom(process.env);
      const { entry } = await withStore((db) => refusing(() => new Templates(db, Date.now, most).publish(o.owner, o.id, source)));
      const { version } = entry;
      await tell(entry, [`${o.owner}  ${o.id}  version ${version}`]);
    });

  templates
    .command("list")
    .option(...ofOwner)
    .description("list an owner's templates, and those that come with the package")
    .action(async (o: { readonly owner?: string }) => {
      const owner = listedOwner(o, cx);
      const all = await withPresentStore((db) => new Templates(db).list(owner));
      const line = (e: (typeof all)[number]): string =>
        [e.id, `version ${e.version}`, e.state, e.created ?? "comes with the package"].join("  ");
      await tell(all, all.map(line));
    });

  templates
    .command("show")
    .argument("<id>", "as platen templates list shows it")
    .option("--owner <name>", "whose", ownerOf, LOCAL)
    .option("--revision <n>", "a version that is not the last one", versionOf)
    .description("print a template's source")
    .action(async (id: string, o: { readonly owner: string; readonly revision?: number }) => {
      const shown = await withPresentStore((db) => new Templates(db).show(o.owner, id, o.revision));
      if (!shown)
        throw new FileError(
          `${o.owner} has no template ${JSON.stringify(id)}${o.revision === undefined ? "" : ` of version ${o.revision}`}`,
        );
      if (cx.json) await tell({ ...shown.entry, source: parsedJson(new TextDecoder().decode(shown.source)) }, []);
      else await write("-", shown.source);
    });

  templates
    .command("retire")
    .argument("<id>", "as platen templates list shows it")
    .option("--owner <name>", "whose", ownerOf, LOCAL)
    .description("refuse a template until a version of it is published again")
    .action(async (id: string, o: { readonly owner: string }) => {
      if (builtIn(id)) throw new UsageError(`${id} is a built-in template, and cannot be retired`);
      if (!(await withPresentStore((db) => new Templates(db).retire(o.owner, id))))
        throw new FileError(`${o.owner} has no active template ${JSON.stringify(id)}`);
      await tell({ owner: o.owner, id, state: "retired" }, [`${o.owner}  ${id}  retired`]);
    });
}

function recordsOf(sent: RequestFile): readonly unknown[] {
  const data = readJson(sent);
  if ("problems" in data) throw new FileError(`${sent.file}: ${data.problems[0]!.reason}`);
  return isList(data.value) ? data.value : [data.value];
}
