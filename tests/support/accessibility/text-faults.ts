// Faults of the document, its languages, contrasts and tables.
import {
  faultList,
  type Obj,
  LONG,
  metadata,
  text,
  at,
  canvas,
  flow,
  block,
  para,
  heading,
  PERSON,
  MENDED,
  E0,
  E1,
  N0,
  N1,
  column,
  table,
  headed,
} from "./requests.js";

const { faults, fault } = faultList();

// tagged
const untagged = (profile: string | undefined, more: Obj = {}): Obj => ({
  settings: { metadata, ...(profile && { profile }), ...more },
  pages: [{ size: "a4", elements: [at(20, 20, "A text")] }],
});
fault("tagged", "no profile", "/settings", untagged("pdfa-ua1"), untagged(undefined), MENDED);
for (const profile of ["pdfa-2b", "pdfa-2u", "pdfa-3b", "pdfa-3u"])
  fault("tagged", profile, "/settings/profile", untagged(profile, { accessibility: "ua1" }), untagged(profile), MENDED);
fault("tagged", "pdfa-4", "/settings/profile", untagged("pdfa-4", { accessibility: "ua2" }), untagged("pdfa-4"), MENDED);
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

const spokenPart = (more: Obj): Obj => canvas([at(0, 10, LONG), at(0, 60, RUSSIAN, more)]);
fault("language-of-parts", "a language is declared in the twin", E1, spokenPart({ language: "ru" }), spokenPart({}), PERSON);

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

fault(
  "contrast",
  "in a cell",
  `${N0}/element/rows/0/a`,
  headed({ content: "Hall", style: { text: { color: "#333333" } } }),
  headed({ content: "Hall", style: { text: { color: "#CCCCCC" } } }),
  MENDED,
);

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

export const TEXT_FAULTS = faults;
