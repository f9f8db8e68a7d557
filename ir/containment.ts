// Elements that each structure type may have (ISO/TS 32005, table 5): types of both namespaces of PDF, Hn for headings of all levels.
const RUNS = "Annot BibEntry Code Em FENote Figure Form Formula Link Quote Reference Ruby Span Strong Warichu";
const LINES = `${RUNS} Lbl Sub`;
const BLOCKS = "Annot BlockQuote Code FENote Figure Form Formula Hn Index L Link P Sect Table";
const GROUPS = `${BLOCKS} Art Caption Lbl Reference TOC`;
const FRAMES = `${LINES} Art Aside BlockQuote Caption Index L P Sect Table`;
const CELLS = `${RUNS} Art Hn Index L Lbl P Sect Table`;
const CHARACTERS = "Annot Em Form Link Quote Reference Span Strong Sub";

const KIDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    Annot: `${FRAMES} Hn Title`,
    Art: `${BLOCKS} Aside Caption Lbl Reference TOC Title`,
    Aside: `${GROUPS} Document`,
    BibEntry: "Annot BibEntry Em FENote Figure Form Formula Lbl Link P Quote Reference Ruby Span Strong Sub Warichu",
    BlockQuote: `${GROUPS} Document`,
    Caption: `${LINES} Art Aside BlockQuote Hn Index L P Sect Table`,
    Code: FRAMES,
    Document: `${BLOCKS} Art Aside TOC Title Document DocumentFragment`,
    DocumentFragment: `${BLOCKS} Art Aside TOC Title Document DocumentFragment`,
    Em: LINES,
    FENote: FRAMES,
    Figure: `${FRAMES} Hn`,
    Form: "BibEntry Caption Code FENote Figure Formula L Lbl Reference Table",
    Formula: `${LINES} Aside BlockQuote Caption Hn Index L P Table`,
    Hn: LINES,
    Index: "Annot Caption FENote Figure Formula Hn L P Reference Sect Table",
    L: "Caption L LI",
    LBody: `${RUNS} Art Aside BlockQuote Caption Hn Index L P Sect Sub Table`,
    LI: "LBody Lbl",
    Lbl: `${RUNS} Sub`,
    Link: `${LINES} Art Aside BlockQuote Caption Hn L P Sect Table Title`,
    P: `${LINES} L Table`,
    Quote: LINES,
    RB: CHARACTERS,
    RP: CHARACTERS,
    RT: CHARACTERS,
    Reference: `${LINES} Art Aside BlockQuote Caption Hn L P Sect Table Title`,
    Ruby: "RB RP RT",
    Sect: `${GROUPS} Aside Title`,
    Span: LINES,
    Strong: LINES,
    Sub: `${RUNS} L Lbl`,
    TBody: "TR",
    TD: CELLS,
    TFoot: "TR",
    TH: CELLS,
    THead: "TR",
    TOC: "Caption TOC TOCI",
    TOCI: "Annot Lbl P Reference TOC",
    TR: "TD TH",
    Table: "Caption TBody TFoot THead TR",
    Title: `${RUNS} Aside Caption L Lbl P Table`,
    WP: CHARACTERS,
    WT: CHARACTERS,
    Warichu: "WP WT",
  }).map(([type, kids]) => [type, new Set(kids.split(" "))]),
);

/** Types whose elements count as those of the element around. */
export const PASSING_TYPES: ReadonlySet<string> = new Set(["NonStruct", "Div", "Part"]);

const generic = (type: string): string => (/^H[1-9]\d*$/.test(type) ? "Hn" : type);

/** Names are those of `tagOf` in PDF/UA-2; types without a rule are allowed. `parent`: nearest type that is not passed through */
export function mayContain(parent: string, type: string): boolean {
  const kid = generic(type);
  const allowed = KIDS.get(generic(parent));
  return !allowed || !KIDS.has(kid) || allowed.has(kid);
}
