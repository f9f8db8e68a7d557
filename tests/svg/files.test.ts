import { describe, expect, test } from "vitest";
import { RenderError } from "../../compiler/core/fail.js";
import { drawn, haveRaster } from "../support/drawn.js";
import { page } from "../support/page.js";
import { fileOf, pdfOf } from "../support/pdf.js";

/* Invisible content is ignored, visible is drawn or refused by name. */

const SVG = 'xmlns="http://www.w3.org/2000/svg"';
const XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"';
const GREEN = '<rect width="100" height="30" fill="#16a34a"/>';
const svg = (content: string, before = "", more = ""): string =>
  `${before}<svg ${SVG} ${XLINK} viewBox="0 0 100 30"${more}>${content}</svg>`;

async function fileWith(bytes: Uint8Array | string): Promise<string> {
  const source = { kind: "base64", format: "svg", payload: Buffer.from(bytes).toString("base64") };
  const element = { type: "image", layout: { left: 0, top: 0 }, width: 100, height: 30, source };
  return fileOf(await pdfOf(page(element, { height: 30 })));
}

const refused = async (bytes: Uint8Array | string): Promise<string> => {
  const e: unknown = await fileWith(bytes).catch((e: unknown) => e);
  expect(e).toBeInstanceOf(RenderError);
  expect((e as RenderError).code).toBe("API-002");
  return (e as RenderError).message;
};

async function coloursOf(bytes: Uint8Array | string, ...places: readonly (readonly [x: number, y: number])[]): Promise<readonly string[]> {
  const { width, data } = drawn(await fileWith(bytes), "-r", "50.8")[0]!;
  return places.map(([x, y]) => {
    const at = 3 * (2 * y * width + 2 * x);
    return `#${data.subarray(at, at + 3).toString("hex")}`;
  });
}
const pictureOf = async (bytes: Uint8Array | string): Promise<Buffer> => drawn(await fileWith(bytes), "-r", "100")[0]!.data;

const DRAWN: Readonly<Record<string, string>> = {
  "entities for namespaces, as Illustrator declares them": `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
  <!ENTITY ns_svg "http://www.w3.org/2000/svg">
  <!-- <!ENTITY ns_svg "other"> -->
  <!ENTITY ns_xlink 'http://www.w3.org/1999/xlink'>
  <!ENTITY ns_svg "the first one holds">
]>
<svg xmlns="&ns_svg;" xmlns:xlink="&ns_xlink;" viewBox="0 0 100 30"><defs><rect id="a" width="100" height="30"/></defs><use xlink:href="#a" fill="#16a34a"/></svg>`,
  "entities in values, in one another and in a style sheet": svg(
    '<style>rect{fill:&colour;}</style><rect id="&a;" width="&w;" height="30"/>',
    '<!DOCTYPE svg [<!ENTITY g "16a34a"><!ENTITY colour "&#35;&g;"><!ENTITY a "r&#38;amp;"><!ENTITY w "100">]>',
  ),
  "an external entity that nothing uses": svg(GREEN, '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/hostname">]>'),
  "an entity with elements that nothing uses": svg(GREEN, "<!DOCTYPE svg [<!ENTITY x '<rect/>'>]>"),
  "a foreignObject without content, as Figma writes it for a blur of what is behind": svg(
    `${GREEN}<foreignObject x="-9" y="-9" width="50" height="40"><div xmlns="http://www.w3.org/1999/xhtml" style="backdrop-filter:blur(4px);clip-path:url(#bgblur_0_clip_path);height:100%;width:100%"></div></foreignObject>`,
  ),
  "an empty foreignObject": svg(`${GREEN}<foreignObject width="50" height="9"> <!-- nothing --> </foreignObject>`),
  "Inkscape's flowRoot without text": svg(
    `${GREEN}<flowRoot xml:space="preserve"><flowRegion><rect width="50" height="10" fill="red"/></flowRegion><flowPara id="fp1"/></flowRoot>`,
  ),
  "a style sheet of web fonts": svg(
    `<style>@import url('https://fonts.googleapis.com/css2?family=Poppins:wght@600;700&amp;display=swap'); @import "https://use.typekit.net/abc.css"; .g{fill:#16a34a}</style><rect class="g" width="100" height="30"/>`,
  ),
  "a picture outside that is not displayed": svg(
    `${GREEN}<image href="logo.png" width="50" height="30" display="none"/><g style="display:none"><image xlink:href="a.jpg" width="50" height="30"/><use href="b.svg#x"/></g>`,
  ),
  "a picture outside that is hidden, or in a definition that nothing uses": svg(
    `${GREEN}<image href="logo.png" width="50" height="30" visibility="hidden"/><defs><image href="logo.png" width="5" height="5"/><text><tref href="a.svg#b"/></text></defs><symbol id="s"><use href="b.svg#x"/></symbol>`,
  ),
  "a style sheet outside that no class is of": svg(GREEN, '<?xml version="1.0"?><?xml-stylesheet type="text/css" href="style.css"?>'),
  "a style sheet outside, and classes of the file's own": svg(
    '<style>.g{fill:#16a34a}</style><rect class="g" width="100" height="30"/>',
    '<?xml-stylesheet href="style.css"?>',
  ),
  "style sheets that are no style sheets outside": svg(
    '<rect class="x" width="100" height="30" fill="#16a34a"/>',
    '<?xml-stylesheet type="text/xsl" href="a.xsl"?><?xml-stylesheet href="#s"?><?xml-stylesheet alternate="yes" href="b.css"?>',
  ),
  "xlink without its declaration": `<svg ${SVG} viewBox="0 0 100 30"><defs><rect id="a" width="100" height="30"/></defs><use xlink:href="#a" fill="#16a34a"/></svg>`,
};

test.runIf(haveRaster).each(Object.entries(DRAWN))("drawn: %s", async (_, file) => {
  expect(await coloursOf(file, [10, 10], [90, 25])).toEqual(["#16a34a", "#16a34a"]);
});

const REFUSED: Readonly<Record<string, readonly [file: string, reason: string]>> = {
  "an entity outside": [
    svg("<text>&x;</text>", '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/hostname">]>'),
    "refers to the entity x in line 1; nothing outside the file is read",
  ],
  "an entity with elements": [svg("<g>&x;</g>", "<!DOCTYPE svg [<!ENTITY x '<rect/>'>]>"), "the entity x, which has elements in it"],
  "an entity in itself": [svg("<text>&x;</text>", '<!DOCTYPE svg [<!ENTITY x "&y;"><!ENTITY y "&x;">]>'), "levels deep"],
  "entities that grow": [
    svg(
      "<text>&x9;</text>",
      `<!DOCTYPE svg [<!ENTITY x0 "0123456789">${Array.from({ length: 9 }, (_, i) => `<!ENTITY x${i + 1} "${`&x${i};`.repeat(10)}">`).join("")}]>`,
    ),
    "must be an SVG file of at most 32,000,000 characters",
  ],
  "an entity that is not declared": [svg("<text>&nbsp;</text>"), "&nbsp; is not an XML entity"],
  "a picture by an entity outside": [
    svg('<image href="&u;" width="9" height="9"/>', '<!DOCTYPE svg [<!ENTITY u "http://example.com/a.png">]>'),
    'image refers to "http://example.com/a.png"; nothing outside the file is read',
  ],
  "text in a foreignObject": [
    svg('<foreignObject width="50" height="9"><div xmlns="http://www.w3.org/1999/xhtml"><p>seen</p></div></foreignObject>'),
    "uses foreignObject in line 1",
  ],
  "a control in a foreignObject": [
    svg('<foreignObject width="50" height="9"><div xmlns="http://www.w3.org/1999/xhtml"><input/></div></foreignObject>'),
    "uses foreignObject",
  ],
  "a background in a foreignObject": [
    svg('<foreignObject width="50" height="9"><div xmlns="http://www.w3.org/1999/xhtml" style="background:red"/></foreignObject>'),
    "uses foreignObject",
  ],
  "text that flows": [svg("<flowRoot><flowRegion/><flowPara>seen</flowPara></flowRoot>"), "uses flowRoot in line 1"],
  "another style sheet": [svg(`<style>@import url("a.css");</style>${GREEN}`), "refers to another style sheet by @import"],
  "a style sheet of classes": [
    svg('<rect class="g" width="9" height="9"/>', '<?xml-stylesheet href="style.css" type="text/css"?>'),
    "refers to the style sheet of its classes in line 1; nothing outside the file is read",
  ],
  "a picture outside": [svg('<image href="logo.png" width="50" height="30"/>'), 'image refers to "logo.png"'],
  "a use outside": [svg('<g><use href="a.svg#b"/></g>'), 'use refers to "a.svg#b"'],
  "a use outside in what is used": [svg('<defs><g id="g"><use href="a.svg#b"/></g></defs><use href="#g"/>'), 'use refers to "a.svg#b"'],
  "a text outside": [svg('<text><tref xlink:href="a.svg#b"/></text>'), 'tref refers to "a.svg#b"'],
  "a picture outside in a filter": [
    svg('<filter id="f"><feImage href="a.png"/></filter><rect width="9" height="9" filter="url(#f)"/>'),
    'feImage refers to "a.png"',
  ],
};

test.each(Object.entries(REFUSED))("refused: %s", async (_, [file, reason]) => {
  const message = await refused(file);
  expect(message).toMatch(/^pages\[0\]\.elements\[0\]\.source\.payload: /);
  expect(message).toContain(reason);
  expect(message.length).toBeLessThanOrEqual(500);
});

describe("encodings", () => {
  const text = (encoding: string, content: string): string =>
    `<?xml version="1.0"${encoding && ` encoding="${encoding}"`}?><svg ${SVG} viewBox="0 0 100 30"><text x="5" y="20" font-size="12">${content}</text></svg>`;
  const utf16 = (s: string, mark: boolean, big: boolean): Buffer => {
    const bytes = Buffer.from((mark ? "\ufeff" : "") + s, "utf16le");
    return big ? bytes.swap16() : bytes;
  };
  const win = (encoding: string): Buffer => Buffer.from(text(encoding, "K\xe4ufer \x96 \x80 \x93\x94"), "latin1");
  const WIDE = "Käufer – € “” 漢";
  const files: Readonly<Record<string, readonly [Buffer, string]>> = {
    "windows-1252": [win("windows-1252"), "Käufer – € “”"],
    "ISO-8859-1, which browsers read as windows-1252": [win("ISO-8859-1"), "Käufer – € “”"],
    "ISO-8859-15": [Buffer.from(text("ISO-8859-15", "K\xe4ufer \xa4"), "latin1"), "Käufer €"],
    "UTF-8 with its mark": [Buffer.from(`\ufeff${text("utf-8", WIDE)}`), WIDE],
    "UTF-8 that says UTF-16": [Buffer.from(text("UTF-16", WIDE)), WIDE],
    ...Object.fromEntries(
      [true, false].flatMap((mark) =>
        [true, false].flatMap((big) =>
          ["UTF-16", ""].map((says) => [
            `UTF-16, ${big ? "big" : "little"} end first, with${mark ? "" : "out"} a mark, that says ${says || "nothing"}`,
            [utf16(text(says, WIDE), mark, big), WIDE] as const,
          ]),
        ),
      ),
    ),
  };
  test.runIf(haveRaster).each(Object.entries(files))("%s", async (_, [bytes, content]) => {
    const [found, wanted, without] = [
      await pictureOf(bytes),
      await pictureOf(text("", content)),
      await pictureOf(text("", content.slice(0, -1))),
    ];
    expect(found.equals(wanted)).toBe(true);
    expect(found.equals(without)).toBe(false);
  });

  test("bytes of no character are refused", async () => {
    expect(await refused(Buffer.from(text("utf-8", "\xff"), "latin1"))).toContain("is not in the encoding utf-8");
    expect(await refused(utf16(text("UTF-16", "\ud800"), true, false))).toContain("is not in the encoding utf-16le");
    expect(await refused(Buffer.from(text("x-none", "a")))).toContain("is not in the encoding x-none");
  });
});
