// Faults in documents, each with a twin without it.
import type { CheckId } from "../../accessibility/report.js";
import type { Severity } from "../../accessibility/report.js";

type Obj = Record<string, unknown>;

export interface SeededFault {
  readonly check: CheckId;
  readonly name: string;
  readonly severity: Severity;
  readonly path: string;
  readonly good: object;
  readonly bad: object;
  /** the report offers a patch */
  readonly isMended?: boolean;
}

const LONG = "This paragraph has more characters than any heading before it, and says what the part is about.";

const metadata = { title: "Visitors of the town library", language: "en" };
/** Not demanded of PDF/UA-1, so that the judge alone finds a fault. */
const settings: Obj = { profile: "pdfa-2u", metadata };

const text = (content: unknown, more: Obj = {}): Obj => ({ type: "text", layout: { left: 0, flow: true, gap_after: 4 }, content, ...more });
const at = (left: number, top: number, content: unknown, more: Obj = {}): Obj => ({
  type: "text",
  layout: { left, top },
  content,
  ...more,
});

const canvas = (elements: readonly unknown[], more: Obj = {}): Obj => ({
  settings: { ...settings, layout: { page_margin: { top: 20, left: 20, right: 20, bottom: 20 } }, ...more },
  pages: [{ size: "a4", elements }],
});

const flow = (content: readonly unknown[], more: Obj = {}): Obj => ({
  settings: { ...settings, ...more },
  flow_document: {
    page_masters: { body: { size: "a4", layout: { page_margin: { top: 20, left: 20, right: 20, bottom: 20 } } } },
    segments: [{ page_master: "body", content }],
  },
});

const block = (element: Obj, more: Obj = {}): Obj => ({ type: "block", element, ...more });
const para = (content: unknown, style: Obj = {}): Obj => block({ type: "text", content, ...(Object.keys(style).length > 0 && { style }) });
const heading = (level: number, content: string): Obj =>
  block(
    { type: "text", content, style: { font_size: 24 - level, font_weight: "bold" } },
    { semantics: { role: "heading", heading_level: level } },
  );

const faults: SeededFault[] = [];
interface Told {
  readonly severity?: Severity;
  readonly isMended?: boolean;
}
function fault(check: CheckId, name: string, path: string, good: object, bad: object, { severity = "fail", isMended }: Told = {}): void {
  faults.push({ check, name, severity, path, good, bad, ...(isMended !== undefined && { isMended }) });
}
const PERSON: Told = { severity: "person" };
const PERSON_MENDED: Told = { severity: "person", isMended: true };
const MENDED: Told = { isMended: true };

const E0 = "/pages/0/elements/0";
const E1 = "/pages/0/elements/1";
const N0 = "/flow_document/segments/0/content/0";
const N1 = "/flow_document/segments/0/content/1";

// tagged
const untagged = (profile: string | undefined, more: Obj = {}): Obj => ({
  settings: { metadata, ...(profile && { profile }), ...more },
  pages: [{ size: "a4", elements: [at(20, 20, "A text")] }],
});
fault("tagged", "no profile", "/settings", untagged("pdfa-ua1"), untagged(undefined), MENDED);
for (const profile of ["pdfa-2b", "pdfa-2u", "pdfa-3b", "pdfa-3u"])
  fault("tagged", profile, "/settings/profile", untagged(profile, { accessibility: "ua1" }), untagged(profile), MENDED);
fault("tagged", "pdfa-1b", "/settings/profile", untagged("pdfa-ua1"), untagged("pdfa-1b"), { isMended: false });
fault("tagged", "encrypted", "/settings", untagged("pdfa-ua1"), untagged(undefined, { security: { open_password: "open" } }), {
  isMended: false,
});

// title
const titled = (title: string | undefined, content: readonly unknown[] = [heading(1, "Visitors"), para(LONG)]): Obj =>
  flow(content, { metadata: { language: "en", ...(title !== undefined && { title }) } });
fault("title", "absent, with a heading", "/settings", titled("Visitors"), titled(undefined), MENDED);
fault("title", "absent, without a heading", "/settings", titled("Visitors", [para(LONG)]), titled(undefined, [para(LONG)]), {
  isMended: false,
});
fault("title", "blank", "/settings/metadata/title", titled("Visitors"), titled("  "), MENDED);
for (const name of ["report.pdf", "Report final.DOCX", "data.json", "index.html", "notes.md", "sheet.xlsx", "talk.pptx", "main.tex"])
  fault("title", name, "/settings/metadata/title", titled(name.replace(/\.\w+$/, "")), titled(name), MENDED);

// language
const spoken = (language: string | undefined, content = LONG): Obj =>
  flow([para(content)], { metadata: { title: "Visitors", ...(language !== undefined && { language }) } });
const GREEK = "Οι επισκέπτες της βιβλιοθήκης της πόλης";
const RUSSIAN = "Посетители городской библиотеки";
fault("language", "absent", "/settings", spoken("en"), spoken(undefined));
fault("language", "blank", "/settings/metadata/language", spoken("en"), spoken(" "));
fault("language", "Greek told as English", "/settings/metadata/language", spoken("el", GREEK), spoken("en", GREEK));
fault("language", "English told as Russian", "/settings/metadata/language", spoken("en"), spoken("ru"));
fault("language", "Russian told as Arabic", "/settings/metadata/language", spoken("ru", RUSSIAN), spoken("ar", RUSSIAN));
fault("language", "Latin told as Japanese", "/settings/metadata/language", spoken("en"), spoken("ja"));

// language-of-parts
fault(
  "language-of-parts",
  "Russian in English",
  `${N1}/element`,
  flow([para(LONG), para("Москва")]),
  flow([para(LONG), para(RUSSIAN)]),
  PERSON,
);
fault(
  "language-of-parts",
  "English in Russian",
  `${N1}/element`,
  flow([para(RUSSIAN.repeat(3)), para("Platen")], { metadata: { title: "О", language: "ru" } }),
  flow([para(RUSSIAN.repeat(3)), para("Visitors of the town library")], { metadata: { title: "О", language: "ru" } }),
  PERSON,
);
fault(
  "language-of-parts",
  "in a span",
  `${E0}/content/spans/1`,
  canvas([text({ spans: [{ text: LONG }, { text: " Москва" }] })]),
  canvas([text({ spans: [{ text: LONG }, { text: ` ${RUSSIAN}` }] })]),
  PERSON,
);
fault(
  "language-of-parts",
  "Hindi in English",
  `${N1}/element`,
  flow([para(LONG), para(GREEK)]),
  flow([para(LONG), para("नगर पुस्तकालय के सभी आगंतुकों का स्वागत है और वे पढ़ सकते हैं")]),
  PERSON,
);

// contrast
const inked = (color: string, more: Obj = {}): Obj => canvas([text("Hello world", { style: { color, ...more } })]);
fault("contrast", "gray on white", E0, inked("#757575"), inked("#777777"), MENDED);
fault("contrast", "yellow on white", E0, inked("#705500"), inked("#FFD700"), MENDED);
fault("contrast", "large text", E0, inked("#949494", { font_size: 18 }), inked("#969696", { font_size: 18 }), MENDED);
fault("contrast", "text that is nearly large", E0, inked("#757575", { font_size: 17.9 }), inked("#949494", { font_size: 17.9 }), MENDED);
fault(
  "contrast",
  "large and bold text",
  E0,
  inked("#949494", { font_size: 14, font_weight: "bold" }),
  inked("#949494", { font_size: 13.9, font_weight: "bold" }),
  MENDED,
);
fault("contrast", "pale by opacity", E0, inked("#000000", { opacity: 0.6 }), inked("#000000", { opacity: 0.4 }), { isMended: false });
const box = (fill: string, more: Obj = {}): Obj => ({
  type: "rect",
  layout: { left: 0, top: 0 },
  width: 120,
  height: 40,
  fill: { color: fill },
  ...more,
});
fault(
  "contrast",
  "on a dark box",
  E1,
  canvas([box("#1F2937"), at(5, 5, "Hello", { style: { color: "#FFFFFF" } })]),
  canvas([box("#1F2937"), at(5, 5, "Hello", { style: { color: "#374151" } })]),
  MENDED,
);
fault(
  "contrast",
  "white on white beside a box",
  E1,
  canvas([box("#1F2937"), at(5, 5, "Hello", { style: { color: "#FFFFFF" } })]),
  canvas([box("#1F2937"), at(5, 60, "Hello", { style: { color: "#FFFFFF" } })]),
  MENDED,
);
fault(
  "contrast",
  "covered by a box",
  E0,
  canvas([at(5, 5, "Hello"), { ...box("#FFFFFF"), layout: { left: 0, top: 60 } }]),
  canvas([at(5, 5, "Hello"), box("#FFFFFF")]),
  { isMended: false },
);
fault(
  "contrast",
  "behind a pale sheet",
  E0,
  canvas([at(5, 5, "Hello"), box("#FFFFFF", { fill: { color: "#FFFFFF", opacity: 0.3 } })]),
  canvas([at(5, 5, "Hello"), box("#FFFFFF", { fill: { color: "#FFFFFF", opacity: 0.7 } })]),
);
const span = (color: string): Obj => canvas([text({ spans: [{ text: "Read " }, { text: "this word", style: { color } }] })]);
fault("contrast", "in a span", `${E0}/content/spans/1`, span("#767676"), span("#AAAAAA"), MENDED);
const inline = (color: string): Obj =>
  flow([
    block({ type: "text", content: { blocks: [{ type: "paragraph", inlines: [{ type: "text", text: "Read this", style: { color } }] }] } }),
  ]);
fault("contrast", "in an inline of a block", `${N0}/element/content/blocks/0/inlines/0`, inline("#555555"), inline("#BBBBBB"), MENDED);
fault(
  "contrast",
  "on a highlight",
  E0,
  canvas([text("Marked", { style: { color: "#000080", highlight: { color: "#FFFF00" } } })]),
  canvas([text("Marked", { style: { color: "#FFA500", highlight: { color: "#FFFF00" } } })]),
  MENDED,
);
const header = (color: string): Obj => ({
  ...canvas([text(LONG)]),
  header: { layout: { height: 15 }, elements: [at(20, 5, "Library of the town", { style: { color } })] },
});
fault("contrast", "in a header", "/header/elements/0", header("#555555"), header("#CCCCCC"), MENDED);

// tables
const column = (key: string, header?: string, more: Obj = {}): Obj => ({
  key,
  ...(header !== undefined && { header }),
  width: { mode: "fixed", value: 40 },
  ...more,
});
const table = (columns: readonly Obj[], rows: readonly Obj[], more: Obj = {}): Obj => ({
  type: "table",
  columns,
  rows,
  grid: { horizontal: { width: 0.2 } },
  ...more,
});
const headed = (cell: Obj): Obj =>
  flow([
    block(
      table(
        [column("a", "Room"), column("b", "Visitors")],
        [
          { a: cell, b: 12 },
          { a: "Attic", b: 3 },
        ],
      ),
    ),
  ]);
fault(
  "contrast",
  "in a cell",
  `${N0}/element/rows/0/a`,
  headed({ content: "Hall", style: { text: { color: "#333333" } } }),
  headed({ content: "Hall", style: { text: { color: "#CCCCCC" } } }),
  MENDED,
);
const filled = (color: string): Obj =>
  flow([
    block(
      table(
        [column("a", "Room"), column("b", "Visitors")],
        [
          { a: "Hall", b: 12 },
          { a: "Attic", b: 3 },
        ],
        { header: { cell: { fill: { color } } } },
      ),
    ),
  ]);
fault("contrast", "in a header cell with a fill", `${N0}/element/columns/0/header`, filled("#F0F0F0"), filled("#404040"), MENDED);

const BOLD = { style: { text: { font_weight: "bold" } } };
const rows = [
  { a: "Hall", b: "120" },
  { a: "Attic", b: "35" },
];
const bare = [column("a"), column("b")];
const head = { a: { content: "Room", ...BOLD }, b: { content: "Visitors", ...BOLD } };
fault(
  "table-headers",
  "first row in bold",
  `${N0}/element`,
  flow([block(table([column("a", "Room"), column("b", "Visitors")], rows))]),
  flow([block(table(bare, [head, ...rows]))]),
  MENDED,
);
const FILL = { style: { fill: { color: "#DDDDDD" } } };
fault(
  "table-headers",
  "first row with a fill",
  `${N0}/element`,
  flow([block(table([column("a", "Room"), column("b", "Visitors")], rows))]),
  flow([block(table(bare, [{ a: { content: "Room", ...FILL }, b: { content: "Visitors", ...FILL } }, ...rows]))]),
  MENDED,
);
fault(
  "table-headers",
  "first column in bold",
  `${N0}/element`,
  flow([block(table([column("a", undefined, { role: "row_header" }), column("b")], rows))]),
  flow([
    block(
      table(
        bare,
        rows.map(({ a, b }) => ({ a: { content: a, ...BOLD }, b })),
      ),
    ),
  ]),
  MENDED,
);
fault(
  "table-headers",
  "nothing looks like one",
  `${N0}/element`,
  flow([block(table([column("a", "Room"), column("b", "Visitors")], rows))]),
  flow([block(table(bare, rows))]),
  PERSON,
);
fault(
  "table-header-empty",
  "a column without header",
  `${N0}/element/columns/1/header`,
  flow([block(table([column("a", "Room"), column("b", "Visitors")], rows))]),
  flow([block(table([column("a", "Room"), column("b", "")], rows))]),
  PERSON,
);
fault(
  "table-layout",
  "one column",
  `${N0}/element`,
  flow([block(table([column("a", "Room"), column("b", "Visitors")], rows))]),
  flow([block(table([column("a", "Room")], [{ a: "Hall" }, { a: "Attic" }]))]),
  PERSON,
);
fault(
  "table-layout",
  "one row",
  `${N0}/element`,
  flow([block(table([column("a", "Room"), column("b", "Visitors")], rows))]),
  flow([block(table(bare, [{ a: "Hall", b: "120" }]))]),
  PERSON,
);
fault(
  "table-layout",
  "long texts without lines",
  `${N0}/element`,
  flow([
    block(
      table(bare, [
        { a: LONG, b: LONG },
        { a: LONG, b: LONG },
      ]),
    ),
  ]),
  flow([
    block(
      table(
        bare,
        [
          { a: LONG, b: LONG },
          { a: LONG, b: LONG },
        ],
        { grid: {} },
      ),
    ),
  ]),
  PERSON,
);

// headings
fault(
  "heading-order",
  "a level is skipped",
  `${N1}/element`,
  flow([heading(1, "One"), heading(2, "Two"), para(LONG)]),
  flow([heading(1, "One"), heading(3, "Two"), para(LONG)]),
  MENDED,
);
fault(
  "heading-order",
  "the first is not level 1",
  `${N0}/element`,
  flow([heading(1, "One"), para(LONG)]),
  flow([heading(2, "One"), para(LONG)]),
  MENDED,
);
fault(
  "heading-order",
  "two levels are skipped",
  `${N1}/element`,
  flow([heading(1, "One"), heading(2, "Two"), para(LONG)]),
  flow([heading(1, "One"), heading(4, "Two"), para(LONG)]),
  MENDED,
);
const markdown = (source: string): Obj => flow([{ type: "markdown", source }]);
fault("heading-order", "in Markdown", `${N0}/source`, markdown(`# One\n\n## Two\n\n${LONG}`), markdown(`# One\n\n### Two\n\n${LONG}`), {
  isMended: false,
});
fault(
  "heading-empty",
  "dashes alone",
  `${N1}/element`,
  flow([heading(1, "One"), heading(2, "Two"), para(LONG)]),
  flow([heading(1, "One"), heading(2, "———"), para(LONG)]),
);
fault("heading-empty", "signs alone", `${N0}/element`, flow([heading(1, "§ 1"), para(LONG)]), flow([heading(1, "§"), para(LONG)]));
fault(
  "heading-look",
  "large text",
  `${N0}/element`,
  flow([heading(1, "What was new"), para(LONG)]),
  flow([para("What was new", { font_size: 18 }), para(LONG)]),
  PERSON_MENDED,
);
fault(
  "heading-look",
  "bold text",
  `${N0}/element`,
  flow([para("What was new"), para(LONG)]),
  flow([para("What was new", { font_weight: "bold" }), para(LONG)]),
  PERSON_MENDED,
);
fault(
  "heading-look",
  "a text 1.2 times as large",
  `${N0}/element`,
  flow([para("What was new", { font_size: 14 }), para(LONG)]),
  flow([para("What was new", { font_size: 14.4 }), para(LONG)]),
  PERSON_MENDED,
);
fault(
  "heading-look",
  "on a canvas",
  E0,
  canvas([text("What was new, in a text of the same size"), text(LONG)]),
  canvas([text("What was new", { style: { font_size: 20 } }), text(LONG)]),
  PERSON,
);

// lists
fault(
  "list-look",
  "bullets in paragraphs",
  `${N0}/element`,
  flow([para("Books"), para("Maps")]),
  flow([para("• Books"), para("• Maps")]),
  PERSON,
);
fault(
  "list-look",
  "numbers in paragraphs",
  `${N0}/element`,
  flow([para("1. Books"), para("3. Maps")]),
  flow([para("1. Books"), para("2. Maps")]),
  PERSON,
);
fault(
  "list-look",
  "letters in paragraphs",
  `${N0}/element`,
  flow([para("a) Books"), para(LONG)]),
  flow([para("a) Books"), para("b) Maps")]),
  PERSON,
);
fault("list-look", "lines of one text", E0, canvas([text("Books\nMaps")]), canvas([text("- Books\n- Maps")]), PERSON);
fault("list-look", "dashes in elements", E0, canvas([text("– Books"), text("Maps")]), canvas([text("– Books"), text("– Maps")]), PERSON);
fault(
  "list-look",
  "stars in spans",
  E0,
  canvas([text({ spans: [{ text: "* Books" }, { text: "\nMaps" }] })]),
  canvas([text({ spans: [{ text: "* Books" }, { text: "\n* Maps" }] })]),
  PERSON,
);

// pictures
const svg = (inner: string): Obj => ({
  kind: "base64",
  format: "svg",
  payload: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50">${inner}</svg>`).toString("base64"),
});
const image = (alt: string | undefined, inner = '<rect width="100" height="50" fill="#336699"/>', more: Obj = {}): Obj => ({
  type: "image",
  width: 50,
  height: 25,
  source: svg(inner),
  ...(alt !== undefined && { alt }),
  ...more,
});
const barcode = (alt: string | undefined, format = "qrcode"): Obj => ({
  type: "barcode",
  format,
  content: "LIBRARY 2025",
  width: 25,
  height: 25,
  ...(alt !== undefined && { alt }),
});
const bars: Obj = {
  type: "chart",
  kind: "bar",
  width: 100,
  height: 60,
  data: { labels: ["2024", "2025"], series: [{ name: "Visitors", values: [10, 20], color: "#1B4965" }] },
};
fault("image-alt", "a picture", `${N0}/element`, flow([block(image("A blue box"))]), flow([block(image(undefined))]), { isMended: false });
fault("image-alt", "a decoration with words", `${N0}/element`, flow([block(image(""))]), flow([block(image(undefined))]));
fault(
  "image-alt",
  "a QR code",
  `${N0}/element`,
  flow([block(barcode("QR code of the library"))]),
  flow([block(barcode(undefined))]),
  MENDED,
);
fault(
  "image-alt",
  "a barcode",
  `${N0}/element`,
  flow([block(barcode("Number of the library", "code128"))]),
  flow([block(barcode(undefined, "code128"))]),
  MENDED,
);
fault("image-alt", "a chart", `${N0}/element`, flow([block({ ...bars, alt: "Visitors doubled in 2025" })]), flow([block(bars)]), {
  isMended: false,
});
fault(
  "image-alt",
  "a picture in a cell",
  `${N0}/element/rows/0/a/image`,
  headed({ image: { width: 20, height: 10, source: svg('<rect width="100" height="50"/>'), alt: "A black box" } }),
  headed({ image: { width: 20, height: 10, source: svg('<rect width="100" height="50"/>') } }),
);
for (const [bad, good] of [
  ["IMG_1234", "The reading room at noon"],
  ["image1", "Image of the reading room"],
  ["scan 3", "Scan of the first catalogue"],
  ["untitled", "An untitled drawing of the town"],
  ["picture", "Picture of the founder"],
  ["logo.svg", "Logo of the library"],
  ["photo-02.JPG", "Photo of two readers"],
  ["Foto", "Foto des Lesesaals"],
] as const)
  fault("alt-file-name", bad, `${N0}/element/alt`, flow([block(image(good))]), flow([block(image(bad))]));
fault(
  "alt-repeats",
  "the text after it",
  `${N0}/element/alt`,
  flow([block(image("A blue box")), para("The library in spring")]),
  flow([block(image("The library, in spring.")), para("The library in spring")]),
  PERSON,
);
fault(
  "alt-repeats",
  "the text before it",
  `${N1}/element/alt`,
  flow([para("The library in spring"), block(image("A blue box"))]),
  flow([para("The library in spring"), block(image("THE LIBRARY IN SPRING"))]),
  PERSON,
);
fault(
  "alt-repeats",
  "another picture's",
  `${N1}/element/alt`,
  flow([block(image("A box")), block(image("A box"))]),
  flow([block(image("A box")), block(image("A box", '<circle r="20" cx="30" cy="25"/>'))]),
  PERSON,
);
const lettered = '<text x="5" y="20" font-size="8">Opening hours of the library</text>';
fault(
  "text-in-picture",
  "words that the alt lacks",
  `${N0}/element`,
  flow([block(image("Opening hours of the library", lettered))]),
  flow([block(image("A sign at the door", lettered))]),
  PERSON,
);

// links
const url = (address = "https://library.example/"): Obj => ({ target: { type: "url", url: address } });
const linked = (label: string, language = "en", alt?: string): Obj =>
  canvas(
    [
      text({
        spans: [
          { text: "The library is open, " },
          { text: label, link: { ...url(), ...(alt !== undefined && { alt }) }, style: { decoration: { lines: ["underline"] } } },
        ],
      }),
    ],
    {
      metadata: { title: "Library", language },
    },
  );
for (const [vague, language] of [
  ["click here", "en"],
  ["Read more…", "en"],
  ["hier", "de"],
  ["en savoir plus", "fr"],
  ["aquí", "es"],
  ["clicca qui", "it"],
  ["lees meer", "nl"],
  ["więcej", "pl"],
] as const)
  fault(
    "link-text",
    `${vague} in ${language}`,
    `${E0}/content/spans/1`,
    linked("opening hours", language),
    linked(vague, language),
    PERSON,
  );
fault(
  "link-text",
  "a vague description",
  `${E0}/content/spans/1`,
  linked("here", "en", "Opening hours of the library"),
  linked("opening hours", "en", "here"),
  PERSON,
);
const twoLinks = (address: string): Obj =>
  canvas([text({ spans: [{ text: "Opening hours", link: url() }, { text: " and " }, { text: "opening hours", link: url(address) }] })]);
fault(
  "link-text",
  "one text, two targets",
  `${E0}/content/spans/2`,
  twoLinks("https://library.example/"),
  twoLinks("https://other.example/"),
  PERSON,
);
const area = (left: number, top: number, more: Obj = {}): Obj => ({
  type: "link",
  layout: { left, top },
  width: 30,
  height: 10,
  ...url(),
  alt: "Web site of the library",
  ...more,
});
fault(
  "link-text",
  "an area without description",
  E0,
  canvas([area(0, 0), at(0, 20, LONG)]),
  canvas([area(0, 0, { alt: undefined }), at(0, 20, LONG)].map(defined)),
  PERSON,
);
const small = (gap: number): Obj =>
  canvas([
    area(0, 0, { height: 4 }),
    area(0, 4 + gap, { height: 4, alt: "Catalogue of the library", ...url("https://catalogue.example/") }),
  ]);
fault("target-size", "two low areas", E0, small(4), small(0.5), PERSON);
const small2 = (size: number): Obj =>
  canvas([
    area(0, 0, { width: size, height: size }),
    area(size + 0.2, 0, { width: 40, height: 20, alt: "Catalogue", ...url("https://catalogue.example/") }),
  ]);
fault("target-size", "a small area at a large one", E0, small2(6.4), small2(4), PERSON);

// colours
const link = (style: Obj): Obj =>
  canvas([text({ spans: [{ text: "See the " }, { text: "opening hours", link: url(), style }, { text: " of the library." }] })]);
fault(
  "color-alone",
  "a link by colour",
  `${E0}/content/spans/1`,
  link({ color: "#0000EE", decoration: { lines: ["underline"] } }),
  link({ color: "#000080" }),
);
fault(
  "color-alone",
  "a link by colour, bold in the twin",
  `${E0}/content/spans/1`,
  link({ color: "#000080", font_weight: "bold" }),
  link({ color: "#000080" }),
);
fault("color-alone", "a link whose colour differs enough", `${E0}/content/spans/1`, link({ color: "#767676" }), link({ color: "#333333" }));
const chart = (kind: string, series: readonly Obj[], more: Obj = {}): Obj =>
  flow([
    block({
      type: "chart",
      kind,
      width: 120,
      height: 70,
      alt: "Visitors by room",
      data: { labels: ["2023", "2024", "2025"], series },
      ...more,
    }),
  ]);
const near = [
  { name: "Hall", values: [1, 2, 3], color: "#1B4965" },
  { name: "Attic", values: [3, 2, 4], color: "#5A189A" },
];
const dashed = near.map((s, i) => ({ ...s, ...(i === 1 && { stroke: { dash: { preset: "dashed" } } }) }));
fault("color-alone", "lines", `${N0}/element`, chart("line", dashed), chart("line", near));
fault("color-alone", "lines with one legend", `${N0}/element`, chart("line", near, { legend: { show: false } }), chart("line", near));
fault("color-alone", "bars", `${N0}/element`, chart("bar", [near[0]!, { ...near[1]!, color: "#9FC5E8" }]), chart("bar", near), PERSON);
const slices = [{ name: "Visitors", values: [1, 2, 3], colors: ["#1B4965", "#5A189A", "#7A4A00"] }];
fault(
  "color-alone",
  "slices",
  `${N0}/element`,
  chart("pie", slices, { data_labels: { show: true, mode: "label_and_value", position: "outside" } }),
  chart("pie", slices),
);
fault(
  "graphics-contrast",
  "a pale line",
  `${N0}/element`,
  chart("line", [near[0]!]),
  chart("line", [{ ...near[0]!, color: "#A8D8EA" }]),
  PERSON,
);
fault(
  "graphics-contrast",
  "pale bars",
  `${N0}/element`,
  chart("bar", [{ ...near[0]!, color: "#FFE08A", stroke: { color: "#333333", width: 0.2 } }]),
  chart("bar", [{ ...near[0]!, color: "#FFE08A" }]),
  PERSON,
);

// order
fault(
  "reading-order",
  "the later text is above",
  E1,
  canvas([at(0, 10, "First"), at(0, 60, "Second")]),
  canvas([at(0, 60, "First"), at(0, 10, "Second")]),
  PERSON,
);
fault(
  "reading-order",
  "the later text is on the left",
  E1,
  canvas([at(0, 10, "First"), at(60, 10, "Second")]),
  canvas([at(60, 10, "First"), at(0, 10, "Second")]),
  PERSON,
);
fault(
  "reading-order",
  "the later text is on the right of Arabic",
  E1,
  canvas([at(60, 10, "أولا"), at(0, 10, "ثانيا")], { metadata: { title: "مكتبة", language: "ar" } }),
  canvas([at(0, 10, "أولا"), at(60, 10, "ثانيا")], { metadata: { title: "مكتبة", language: "ar" } }),
  PERSON,
);
const layered = (layer: string, content: string): Obj => ({
  ...canvas([text(LONG)]),
  layers: { [layer]: { elements: [at(20, 200, content)] } },
});
fault(
  "hidden-text",
  "in a background",
  "/layers/background/elements/0",
  layered("background", "Library"),
  layered("background", "Closed on all Mondays"),
  PERSON,
);
fault(
  "hidden-text",
  "in a stamp",
  "/layers/stamp/elements/0",
  layered("stamp", "Paid"),
  layered("stamp", "Paid on the first of May"),
  PERSON,
);
fault(
  "hidden-text",
  "a decorative node",
  `${N1}/element`,
  flow([para(LONG), block({ type: "text", content: "Closed on Mondays" })]),
  flow([para(LONG), block({ type: "text", content: "Closed on Mondays" }, { semantics: { decorative: true } })]),
  PERSON,
);

// the document
const pages = (count: number): Obj => ({
  settings: { ...settings, profile: "pdfa-ua1" },
  pages: Array.from({ length: count }, (_, i) => ({ size: "a6", elements: [at(10, 10, `Page ${i + 1}`)] })),
});
fault("outline", "many pages without bookmarks", "", pages(20), pages(21), { severity: "advice" });
const secured = (allowed: boolean): Obj =>
  flow([para(LONG)], { profile: "", security: { owner_password: "owner", permissions: { copy: false, extract_accessibility: allowed } } });
fault(
  "security",
  "reading aloud is forbidden",
  "/settings/security/permissions/extract_accessibility",
  secured(true),
  secured(false),
  MENDED,
);

function defined(value: Obj): Obj {
  return Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined));
}

export const SEEDED_FAULTS: readonly SeededFault[] = faults;
