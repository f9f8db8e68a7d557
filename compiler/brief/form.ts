// One table of fields for reader and published schema.
import { LOOKS, type LookName } from "../request/look.js";

/** Fields of `settings` that a brief may have. */
export const BRIEF_SETTINGS = ["profile", "output", "metadata", "security", "direction", "signatures"] as const;

/** Type of a field; absent values are "", [], 0, false, or an enum's first word. */
export type FieldType =
  | { readonly is: "string" }
  | { readonly is: "boolean" }
  | { readonly is: "level" }
  | { readonly is: "words"; readonly words: readonly string[] }
  | { readonly is: "strings" }
  | { readonly is: "rows" }
  | { readonly is: "parts" };

export interface Field {
  readonly type: FieldType;
  readonly description: string;
}

const string: FieldType = { is: "string" };
const words = (...list: readonly string[]): FieldType => ({ is: "words", words: list });

const PAPERS = ["a4", "letter", "a5"] as const;
const ORIENTATIONS = ["portrait", "landscape"] as const;
export const PART_KINDS = [
  "heading",
  "paragraph",
  "list",
  "table",
  "key_figures",
  "chart",
  "image",
  "signature",
  "totals",
  "page_break",
] as const;
const VARIANTS = ["default", "bullets", "numbered", "bar", "line", "pie", "donut", "area"] as const;
/** 0: default, 1 */
export const LEVELS = [0, 1, 2, 3] as const;

type PartKind = (typeof PART_KINDS)[number];
export type Variant = (typeof VARIANTS)[number];

/** Fields of a brief (R25). */
export const BRIEF_FIELDS = {
  title: { type: string, description: "Title of the document: its first heading, and the title of the file. May be empty." },
  subtitle: { type: string, description: "A line below the title, or empty." },
  language: { type: string, description: "Language of the text as a BCP 47 tag, such as en, de-AT or ar. Empty if unknown." },
  paper: { type: words(...PAPERS), description: "Size of the pages." },
  orientation: { type: words(...ORIENTATIONS), description: "Orientation of the pages." },
  look: {
    type: words(...LOOKS),
    description: "Design: plain is black on white, modern has colour, classic is centred with fine lines.",
  },
  accent: { type: string, description: "Colour of headings and lines as #RRGGBB, or empty for that of the look." },
  sender: {
    type: string,
    description: "Name and address of the sender for a letterhead; lines are separated by a line feed. May be empty.",
  },
  recipient: { type: string, description: "Name and address of the recipient; lines are separated by a line feed. May be empty." },
  date: { type: string, description: "Date as it is printed in the letterhead, or empty." },
  reference: { type: string, description: "Reference or subject number as it is printed in the letterhead, or empty." },
  footer: { type: string, description: "One line at the foot of every page, or empty." },
  page_numbers: { type: { is: "boolean" }, description: "Prints the number of each page and of all pages at its foot." },
  parts: { type: { is: "parts" }, description: "The content in reading order, at most 200 parts." },
} as const satisfies Readonly<Record<string, Field>>;

/** Fields of a part. Which of them a kind uses: USED. */
export const PART_FIELDS = {
  kind: {
    type: words(...PART_KINDS),
    description: "What the part is. It decides which of the other fields are used; all others are empty.",
  },
  text: {
    type: string,
    description:
      "heading: its text. paragraph: its text, an empty line begins the next paragraph. table: its caption, empty for none. chart: its title. image: its description, printed as its caption.",
  },
  level: { type: { is: "level" }, description: "heading: 1 to 3, 0 is 1." },
  variant: {
    type: words(...VARIANTS),
    description: "list: bullets (default) or numbered. chart: bar (default), line, pie, donut or area. Else default.",
  },
  items: { type: { is: "strings" }, description: "list: the items." },
  columns: { type: { is: "strings" }, description: "table: headers of the columns. chart: names of the series; pie and donut have one." },
  rows: {
    type: { is: "rows" },
    description:
      "table: the cells of each row. chart: a category, then a number for each series, such as 1234.5. key_figures (1 to 6) and totals: a label and a value. signature: a name and a role.",
  },
  asset: { type: string, description: "image: key of the stored picture." },
} as const satisfies Readonly<Record<string, Field>>;

export type PartField = keyof typeof PART_FIELDS;

/** required by a kind (R27), beside `level` and `variant`, which have defaults */
export const USED: Readonly<Record<PartKind, readonly PartField[]>> = {
  heading: ["text", "level"],
  paragraph: ["text"],
  list: ["items", "variant"],
  table: ["text", "columns", "rows"],
  key_figures: ["rows"],
  chart: ["text", "variant", "columns", "rows"],
  image: ["asset", "text"],
  signature: ["rows"],
  totals: ["rows"],
  page_break: [],
};

export const LIST_VARIANTS: readonly Variant[] = ["default", "bullets", "numbered"];
export const CHART_VARIANTS: readonly Variant[] = ["default", "bar", "line", "pie", "donut", "area"];

export const MOST_PARTS = 200;
export const MOST_COLUMNS = 12;
export const MOST_ROWS = 1000;
export const MOST_FIGURES = 6;
/** labels of a chart (element model, Limits) */
export const MOST_CATEGORIES = 512;

export interface Part {
  readonly kind: PartKind;
  readonly text: string;
  readonly level: (typeof LEVELS)[number];
  readonly variant: Variant;
  readonly items: readonly string[];
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly asset: string;
}

export interface Brief {
  readonly title: string;
  readonly subtitle: string;
  readonly language: string;
  readonly paper: (typeof PAPERS)[number];
  readonly orientation: (typeof ORIENTATIONS)[number];
  readonly look: LookName;
  readonly accent: string;
  readonly sender: string;
  readonly recipient: string;
  readonly date: string;
  readonly reference: string;
  readonly footer: string;
  readonly page_numbers: boolean;
  readonly parts: readonly Part[];
}
