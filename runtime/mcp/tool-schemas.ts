// Names, descriptions and JSON Schemas of the tools (R14 to R17).
import { KINDS as DIFFERENCES } from "../../compare/diff/options.js";
import type { ArgumentsOf, KINDS, Takes } from "./arguments.js";

type Kind = keyof typeof KINDS;
type Json = Readonly<Record<string, unknown>>;

export interface ToolForm {
  readonly title: string;
  readonly description: string;
  readonly takes: Takes;
  readonly needs?: readonly string[];
  readonly gives: Json;
  readonly writes?: true;
}

const text = { type: "string" };
const whole = { type: "integer" };
const list = (items: Json): Json => ({ type: "array", items });
const object = (properties: Json, required: readonly string[] = Object.keys(properties)): Json => ({
  type: "object",
  properties,
  required,
});

const OPERATION = object({ op: { enum: ["add", "remove", "replace", "move", "test"] }, path: text, from: text, value: {} }, ["op", "path"]);
const FINDING = object(
  {
    severity: { enum: ["error", "warning"] },
    code: text,
    message: text,
    rule: text,
    path: text,
    found: text,
    allowed: list(text),
    suggestion: text,
    patch: list(OPERATION),
  },
  ["severity", "message", "rule", "path"],
);
const REFUSED = object({ code: text, message: text, findings: list(FINDING) });

/** Properties of all forms; one that forms have differently may be any of theirs. */
function propertiesOf(forms: readonly Json[]): Json {
  const schemas = new Map<string, Map<string, unknown>>();
  for (const form of forms)
    for (const [name, schema] of Object.entries(form["properties"] as Json)) {
      const known = schemas.get(name) ?? new Map<string, unknown>();
      schemas.set(name, known.set(JSON.stringify(schema), schema));
    }
  return Object.fromEntries(
    [...schemas].map(([name, all]) => [name, all.size === 1 ? [...all.values()][0] : { anyOf: [...all.values()] }]),
  );
}

/** A root of type object, as the protocol requires, that admits each of the forms, or a refusal. */
function orRefusal(...forms: readonly Json[]): Json {
  const all = [...forms, REFUSED];
  return {
    type: "object",
    properties: propertiesOf(all),
    anyOf: all.map((form) => ({ required: form["required"] })),
  };
}

export const DOCUMENT = {
  request: ["object", 'a request with pages or flow_document, or a brief: {"brief": {…}}'],
  path: ["text", "a file below the root with such a request"],
  template_id: ["text", "a template of the tool templates"],
  data: ["data", "values of the template's fields; an array makes a document of each"],
} as const;
const INVOICE = { xml: ["text", "the XML of an invoice"], path: ["text", "a file below the root: XML, or a PDF that carries it"] } as const;

const OUTPUT = {
  output_path: ["text", "the PDF, below the root"],
  overwrite: ["flag", "replaces an existing file; false where absent"],
} as const;
const FORM = { pdf: ["text", "a PDF in base64"], path: ["text", "a PDF below the root"] } as const;

const BOX = object({ path: text, rect_mm: { type: "array", items: { type: "number" }, minItems: 4, maxItems: 4 } });

export const TOOLS = {
  schema: {
    title: "Schema",
    description:
      "JSON Schema of a type of request by name, such as TableElement, or of a whole form, such as brief; without a name, all names.",
    takes: { name: ["text", "a name of the list"] },
    gives: orRefusal(object({ names: list(text) }), object({ name: text, schema: { type: "object" } })),
  },
  examples: {
    title: "Examples",
    description: "Requests to begin with: ten at most by words of a query, or one by name.",
    takes: { query: ["text", "words, such as table footer"], name: ["text", "a name of the list"] },
    gives: orRefusal(object({ examples: list(object({ name: text, title: text })) }), object({ name: text, request: { type: "object" } })),
  },
  check: {
    title: "Check",
    description:
      "All errors and warnings of a document, with paths. A finding with a patch is mended by it: apply the JSON Patch to the request, check again.",
    takes: {
      ...DOCUMENT,
      accessibility: ["flag", "also reports what breaks WCAG 2.2 AA or PDF/UA, of several documents in the first; false where absent"],
    },
    gives: orRefusal(object({ ok: { type: "boolean" }, findings: list(FINDING), accessibility: { type: "object" } }, ["ok", "findings"])),
  },
  render: {
    title: "Render",
    description: "The PDF of a document: as a resource, or as a file below the root.",
    takes: {
      ...DOCUMENT,
      ...OUTPUT,
      profile: ["text", "such as pdfa-2b, in place of settings.profile"],
    },
    gives: orRefusal(object({ pages: whole, bytes: whole, path: text }, ["pages", "bytes"])),
    writes: true,
  },
  preview: {
    title: "Preview",
    description: "A page as a picture; with boxes, the places of what is drawn and the paths of its elements.",
    takes: {
      ...DOCUMENT,
      page: ["page", "from 1; 1 where absent"],
      width: ["pixels", "200 to 2000, 1000 where absent; a page that would be over 4000 high is scaled to 4000"],
      boxes: ["flag", "with boxes; false where absent"],
    },
    gives: orRefusal(
      object({ page: whole, pages: whole, width: whole, height: whole, scaled: text, boxes: list(BOX) }, [
        "page",
        "pages",
        "width",
        "height",
      ]),
    ),
  },
  text: {
    title: "Text",
    description: "The text of a document in reading order.",
    takes: DOCUMENT,
    gives: orRefusal(object({ text })),
  },
  diff: {
    title: "Differences",
    description:
      "What differs between two documents: words, places, colours, pictures, links, tags, each with its page, place and path. At most 100 are listed.",
    takes: {
      a: ["object", "a document: request, path (a PDF, too), or template_id with data"],
      b: ["object", "another one"],
      tolerance: ["tolerance", "mm by which places and sizes may differ, 0 to 10; 0.05 where absent"],
      only: ["kinds", `kinds of differences that count: ${DIFFERENCES.join(", ")}`],
      ignore: ["kinds", "kinds of differences that do not count"],
    },
    needs: ["a", "b"],
    gives: orRefusal(
      object({
        equal: { type: "boolean" },
        counts: { type: "object" },
        differences: list({ type: "object" }),
        truncated: { type: "boolean" },
      }),
    ),
  },
  read_form: {
    title: "Read a form",
    description:
      "The fields of a PDF's form, of any maker: kinds, labels, options, places, values by full name, and a JSON Schema of the values.",
    takes: FORM,
    gives: orRefusal(
      object({
        form: { enum: ["acroform", "xfa", "none"] },
        pages: whole,
        signed: { type: "boolean" },
        fields: list({ type: "object" }),
        values: { type: "object" },
        schema: { type: "object" },
        warnings: list(text),
      }),
    ),
  },
  fill_form: {
    title: "Fill in a form",
    description: "The PDF of a form with values: as a resource, or as a file below the root. All values are checked before any is written.",
    takes: {
      ...FORM,
      values: ["form_values", "values by full name, as the tool read_form has them; null clears, other fields stay"],
      flatten: ["flag", "fields become content of their pages; false where absent"],
      read_only: ["flag", "fills in read-only fields too; false where absent"],
      ...OUTPUT,
    },
    gives: orRefusal(object({ fields: list(text), warnings: list(text), bytes: whole, path: text }, ["fields", "warnings", "bytes"])),
    writes: true,
  },
  templates: {
    title: "Templates",
    description: "Templates with the fields of their data; one by id with a sample.",
    takes: { id: ["text", "an id of the list"] },
    gives: orRefusal(
      object({ templates: list(object({ id: text, fields: list({ type: "object" }) })) }),
      object({ id: text, fields: list({ type: "object" }), sample: {} }),
    ),
  },
  einvoice_validate: {
    title: "Validate an e-invoice",
    description: "The report on an invoice: rules that it breaks, its profile and totals.",
    takes: INVOICE,
    gives: orRefusal(object({}, [])),
  },
  einvoice_inspect: {
    title: "Inspect an incoming e-invoice",
    description:
      "A decision about a file that arrived, of any kind (accept, ask, reject), with findings, what its pages show of the invoice, and the answer to its sender.",
    takes: {
      xml: INVOICE.xml,
      path: ["text", "a file below the root, of any kind"],
      language: ["language", "of the answer: de, en, fr, es, it, nl, pl; the seller's where absent"],
      policy: ["policy", "law, effects, today, buyer, sellers (docs/incoming-invoices.md)"],
    },
    gives: orRefusal(object({ decision: { enum: ["accept", "ask", "reject"] }, reasons: list(text), findings: list({ type: "object" }) })),
  },
  einvoice_read: {
    title: "Read an e-invoice",
    description: "The terms of an invoice in CII or UBL, or of the one that a PDF carries; nothing is judged.",
    takes: INVOICE,
    gives: orRefusal(object({ syntax: text, document: text, invoice: { type: "object" } })),
  },
  einvoice_write: {
    title: "Write an e-invoice",
    description: "The XML of an invoice from its terms (docs/invoice-as-data.md); absent sums are worked out.",
    takes: {
      invoice: ["invoice", "the terms"],
      syntax: ["text", "cii or ubl; cii where absent"],
      profile: ["profile", "such as en16931 or xrechnung"],
    },
    needs: ["invoice"],
    gives: orRefusal(object({ xml: text })),
  },
} as const satisfies Record<string, ToolForm>;

export type ToolName = keyof typeof TOOLS;

/** Arguments of a tool. */
export type TakesOfTool<Name extends ToolName> = (typeof TOOLS)[Name]["takes"];
export type ArgumentsOfTool<Name extends ToolName> = ArgumentsOf<TakesOfTool<Name>>;
export type DocumentArguments = ArgumentsOf<typeof DOCUMENT>;
export type FormArguments = ArgumentsOf<typeof FORM>;
export type InvoiceArguments = ArgumentsOf<typeof INVOICE>;

const JSON_OF: Readonly<Record<Kind, Json>> = {
  text: { type: "string" },
  flag: { type: "boolean" },
  object: { type: "object" },
  form_values: { type: "object" },
  invoice: { type: "object" },
  policy: { type: "object" },
  language: { type: "string" },
  profile: { type: "string" },
  data: { anyOf: [{ type: "object" }, { type: "array", items: { type: "object" }, minItems: 1 }] },
  page: { type: "integer", minimum: 1 },
  pixels: { type: "integer", minimum: 200, maximum: 2000 },
  tolerance: { type: "number", minimum: 0, maximum: 10 },
  kinds: { type: "array", items: { enum: DIFFERENCES } },
};

export const listedTools = (): readonly Json[] =>
  Object.entries<ToolForm>(TOOLS).map(([name, { title, description, takes, needs = [], gives, writes }]) => ({
    name,
    title,
    description,
    inputSchema: {
      type: "object",
      properties: Object.fromEntries(Object.entries(takes).map(([key, [kind, about]]) => [key, { ...JSON_OF[kind], description: about }])),
      ...(needs.length > 0 && { required: needs }),
      additionalProperties: false,
    },
    outputSchema: gives,
    annotations: writes
      ? { readOnlyHint: false, destructiveHint: true, openWorldHint: false }
      : { readOnlyHint: true, openWorldHint: false },
  }));
