// Faults of headings, lists, pictures, links, colours and order.
import {
  faultList,
  type Obj,
  LONG,
  settings,
  text,
  at,
  canvas,
  flow,
  block,
  para,
  heading,
  PERSON,
  PERSON_MENDED,
  MENDED,
  E0,
  E1,
  N0,
  N1,
  headed,
} from "./requests.js";

const { faults, fault } = faultList();

const PAGE = "BT /F1 12 Tf 10 20 Td (Opening hours of the library) Tj ET";
/** A PDF file of one page with a text, without a table of its objects, which readers rebuild. */
const PAGE_WITH_TEXT = Buffer.from(
  `%PDF-1.4\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj\n3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 200 50]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>> endobj\n4 0 obj <</Length ${PAGE.length}>> stream\n${PAGE}\nendstream endobj\n5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF`,
).toString("base64");

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

const roled = (...roles: readonly string[]): Obj => canvas(roles.map((role, i) => at(0, 20 * i, `Part ${i + 1}`, { role })));
fault("heading-order", "roles of a canvas", E1, roled("h1", "h2"), roled("h1", "h3"), MENDED);
fault("heading-order", "the first role is h2", E0, roled("h1", "h2"), roled("h2", "h3"), { isMended: false });
const inUa2 = (...roles: readonly string[]): Obj => ({
  ...roled(...roles),
  settings: { profile: "pdfa-4", accessibility: "ua2", metadata: { title: "Parts", language: "en" } },
});
fault("heading-order", "PDF/UA-2 allows it", E1, inUa2("h1", "h2"), inUa2("h1", "h3"), { severity: "advice" });
const large = (more: Obj): Obj => canvas([text("What was new", { style: { font_size: 20 }, ...more }), text(LONG)]);
fault("heading-look", "on a canvas, with a role in the twin", E0, large({ role: "h1" }), large({}), PERSON_MENDED);

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

const listed = (more: Obj): Obj =>
  canvas([
    {
      type: "container",
      layout: { left: 0, top: 0, children: { mode: "linear" } },
      width: 100,
      elements: ["• Books", "• Maps"].map((content) => ({ type: "text", content })),
      ...more,
    },
  ]);
fault("list-look", "a container without role", `${E0}/elements/0`, listed({ role: "list" }), listed({}), PERSON);

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

const signed = (alt: string): Obj => flow([block(image(alt, "", { source: { kind: "base64", format: "pdf", payload: PAGE_WITH_TEXT } }))]);
fault(
  "text-in-picture",
  "words of a page of a PDF file",
  `${N0}/element`,
  signed("Opening hours of the library"),
  signed("A sign at the door"),
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
const pressed = (alt: string | undefined, link: Obj): Obj =>
  canvas([
    image("", '<rect width="100" height="50" fill="#336699"/>', { layout: { left: 0, top: 0 }, link, ...(alt !== undefined && { alt }) }),
    at(0, 60, LONG),
  ]);
fault("link-text", "a decorative picture", E0, pressed("Shop of the library", url()), pressed(undefined, url()), PERSON);
const boxed = (content: string): Obj =>
  canvas([
    {
      type: "container",
      layout: { left: 0, top: 0, children: { mode: "linear" } },
      width: 60,
      height: 20,
      link: url(),
      elements: [{ type: "text", content }],
    },
  ]);
fault("link-text", "a container", E0, boxed("Opening hours"), boxed("Here"), PERSON);
const shape = (link: Obj): Obj =>
  canvas([{ type: "rect", layout: { left: 0, top: 0 }, width: 30, height: 10, fill: { color: "#336699" }, link }]);
const toPage: Obj = { target: { type: "page", page: 1 } };
fault("link-text", "a shape to a page", E0, shape({ ...toPage, alt: "To the first page" }), shape(toPage), PERSON);
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

const field = (left: number, top: number, more: Obj = {}): Obj => ({
  type: "field",
  kind: "text",
  name: `f${left}`,
  label: "Name of the reader",
  layout: { left, top },
  width: 40,
  height: 8,
  ...more,
});
const box = (left: number, more: Obj = {}): Obj => field(left, 40, { kind: "checkbox", width: 4, height: 4, ...more });
fault("target-size", "two small boxes", `/pages/0/elements/0`, canvas([box(0), box(20)]), canvas([box(0), box(5)]), PERSON);
fault(
  "target-size",
  "a low field at a link",
  E1,
  canvas([area(0, 0), field(0, 20)]),
  canvas([area(0, 0), field(0, 10.2, { height: 4 })]),
  PERSON,
);
fault("field-label", "a field", E0, canvas([field(0, 0)]), canvas([field(0, 0, { label: undefined })].map(defined)));
fault("field-label", "a blank label", E0, canvas([field(0, 0)]), canvas([field(0, 0, { label: "  " })]));
fault(
  "field-label",
  "a text that is the label",
  E1,
  canvas([at(0, 0, "Name", { label_for: "f30" }), defined(field(30, 0, { label: undefined }))]),
  canvas([at(0, 0, "Name"), defined(field(30, 0, { label: undefined }))]),
);
const radio = (more: Obj): Obj =>
  canvas([defined(field(0, 0, { kind: "radio", option: "S", width: 8, label: "Small", group_label: "Size", ...more }))]);
fault("field-label", "a radio", E0, radio({}), radio({ label: undefined }));
fault("field-label", "a group of radios", E0, radio({}), radio({ group_label: undefined }));
const cell = (more: Obj): Obj => headed({ field: defined({ kind: "text", name: "room", label: "Room", height: 8, ...more }) });
fault("field-label", "in a cell", `${N0}/element/rows/0/a/field`, cell({}), cell({ label: undefined }));
const inline = (more: Obj): Obj =>
  flow([
    block({
      type: "text",
      content: {
        blocks: [
          {
            type: "paragraph",
            inlines: [{ type: "text", text: "I live in " }, defined({ type: "field", kind: "text", name: "town", label: "Town", ...more })],
          },
        ],
      },
    }),
  ]);
fault("field-label", "in a line", `${N0}/element/content/blocks/0/inlines/1`, inline({}), inline({ label: undefined }));
fault(
  "field-label",
  "refused by PDF/UA",
  E0,
  canvas([field(0, 0)], { profile: "pdfa-ua1" }),
  canvas([defined(field(0, 0, { label: undefined }))], { profile: "pdfa-ua1" }),
);

const valued = (color: string): Obj => canvas([field(0, 0, { value: "Ada", style: { color } })]);
fault("contrast", "the value of a field", E0, valued("#333333"), valued("#CCCCCC"), MENDED);
const cellValued = (color: string): Obj => cell({ value: "Hall", style: { color } });
fault("contrast", "the value of a field in a cell", `${N0}/element/rows/0/a`, cellValued("#333333"), cellValued("#CCCCCC"), MENDED);
const bordered = (color: string, more: Obj = {}): Obj => canvas([field(0, 0, { stroke: { color, width: 0.3 }, ...more })]);
fault("graphics-contrast", "the border of a field", E0, bordered("#333333"), bordered("#DDDDDD"), PERSON);
fault(
  "graphics-contrast",
  "the line of a field, with a fill in the twin",
  E0,
  bordered("#DDDDDD", { border: "underline", fill: { color: "#777777" } }),
  bordered("#DDDDDD", { border: "underline", fill: { color: "#EEEEEE" } }),
  PERSON,
);
const lettering = (color: string): Obj =>
  flow([block({ ...barcode("Number of the library", "code128"), barcode_text: { enabled: true, style: { color } } })]);
fault("contrast", "the text of a barcode", `${N0}/element`, lettering("#333333"), lettering("#CCCCCC"), MENDED);

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

const twisted = (order: Obj): Obj => canvas([at(0, 60, "First", order), at(0, 10, "Second")]);
fault("reading-order", "an order is declared in the twin", E1, twisted({ reading_order: 1 }), twisted({}), PERSON);
const artifact = (content: string): Obj => canvas([at(0, 10, LONG), at(0, 60, content, { role: "artifact" })]);
fault("hidden-text", "under the role artifact", E1, artifact("Closed"), artifact("Closed on all Mondays"), PERSON);

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

export const OBJECT_FAULTS = faults;
