// Prompts: a task as a message that names the tools (FH-24).

interface PromptForm {
  readonly title: string;
  readonly description: string;
  readonly argument: readonly [name: string, description: string];
  readonly text: (given: string) => string;
}

const PROMPTS: ReadonlyMap<string, PromptForm> = new Map<string, PromptForm>([
  [
    "document",
    {
      title: "Make a document",
      description: "Describes a document as a request, checks it, looks at it and renders it.",
      argument: ["task", "the document, such as: a price list of ten garden tools on A4"],
      text: (task) => `Make this document as PDF: ${task}

Find a request to begin with by the tool examples, and fields by the tool schema. Check your request with the tool check until it has no errors: apply the patches of its findings. Look at its pages with the tool preview, mend what looks wrong, then call the tool render.`,
    },
  ],
  [
    "invoice",
    {
      title: "Make an e-invoice",
      description: "Writes an e-invoice from its details, validates it and renders its PDF.",
      argument: ["details", "seller, buyer, lines, dates and terms of payment"],
      text: (details) => `Make an e-invoice with these details: ${details}

The tool examples has one by the name invoice-as-data: put the details into it, and ask for what is missing instead of inventing it. The tool einvoice_write gives its XML, the tool einvoice_validate the rules that it breaks. Check the request with the tool check, look at it with the tool preview, then call the tool render.`,
    },
  ],
  [
    "mend",
    {
      title: "Mend a request",
      description: "Mends the errors and warnings of a request without changing what it says.",
      argument: ["request", "the request, as JSON, or the path of its file"],
      text: (request) => `Mend this request: ${request}

Call the tool check. Where a finding has a patch, apply it to the request and call check again; else read the type by the tool schema and mend the place that the path names. Keep all texts and values. When check has no errors, look at the pages with the tool preview and show the mended request.`,
    },
  ],
]);

/** Prompts as the protocol lists them. */
export const listedPrompts = (): readonly object[] =>
  [...PROMPTS].map(([name, { title, description, argument }]) => ({
    name,
    title,
    description,
    arguments: [{ name: argument[0], description: argument[1], required: true }],
  }));

/** The message of a prompt, or the reason of its absence. */
export function promptMessage(name: string, given: Readonly<Record<string, unknown>>): object | { readonly wrong: string } {
  const form = PROMPTS.get(name);
  if (!form) return { wrong: `there is no prompt ${JSON.stringify(name.slice(0, 100))}; allowed: ${[...PROMPTS.keys()].join(", ")}` };
  const [argument] = form.argument;
  const value = Object.hasOwn(given, argument) ? given[argument] : undefined;
  if (typeof value !== "string" || value.trim() === "") return { wrong: `${argument}: must be a text` };
  return { description: form.description, messages: [{ role: "user", content: { type: "text", text: form.text(value) } }] };
}
