import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { valueOf } from "./node.js";
import { MOST_BYTES, parseXml } from "./xml.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const refused = (xml: Uint8Array | string): string => {
  const parsed = parseXml(typeof xml === "string" ? bytes(xml) : xml);
  return "root" in parsed ? "accepted" : `${parsed.rule}: ${parsed.message}`;
};

describe("what is read", () => {
  test("elements with their namespaces, attributes, text, entities of XML and lines", () => {
    const parsed = parseXml(
      bytes(
        `<?xml version="1.0" encoding="utf-8"?>\n<r:a xmlns:r="urn:x" xmlns="urn:y">\n  <b c="&lt;1&#x20AC;">t&amp;<![CDATA[<u>]]></b>\n</r:a>`,
      ),
    );
    if (!("root" in parsed)) throw new Error(parsed.message);
    const [b] = parsed.root.children;
    expect([parsed.root.name, parsed.root.line, b!.name, b!.line]).toEqual(["{urn:x}a", 2, "{urn:y}b", 3]);
    expect([b!.attributes.get("c"), b!.text]).toEqual(["<1€", "t&<u>"]);
    expect(valueOf(parsed.root)).toContain("t&<u>");
  });
  test("a UTF-8 byte order mark is no part of the text", () => {
    const mark = [0xef, 0xbb, 0xbf];
    expect(refused(new Uint8Array([...mark, ...bytes("<a/>")]))).toBe("accepted");
    expect(refused(new Uint8Array([...mark, ...mark, ...bytes("<a/>")]))).toContain("XML-WELL-FORMED");
  });
});

describe("what is refused, and by which name", () => {
  test.each([
    ['<!DOCTYPE a SYSTEM "http://example.org/a.dtd"><a/>', "XML-DOCTYPE"],
    ['<!DOCTYPE a [<!ENTITY x "y"><!ENTITY z "&x;&x;">]><a>&z;</a>', "XML-DOCTYPE"],
    ["<a>&nbsp;</a>", "XML-ENTITY"],
    ['<a b="&other;"/>', "XML-ENTITY"],
    ['<?xml version="1.0" encoding="ISO-8859-1"?><a/>', "XML-ENCODING: The file declares the encoding ISO-8859-1"],
    ['<?xml version="1.1"?><a/>', "XML-VERSION"],
    ["<a><b></a>", "XML-WELL-FORMED"],
    ["<a/><a/>", "XML-WELL-FORMED"],
    ["<x:a/>", "XML-WELL-FORMED"],
    ['<a b="1" b="2"/>', "XML-WELL-FORMED"],
    ["<a>\u0001</a>", "XML-WELL-FORMED"],
    ["", "XML-WELL-FORMED"],
    ["no markup", "XML-WELL-FORMED"],
    ["<a/>\u00a0", "XML-WELL-FORMED"],
    ["<a\u00a0b='1'/>", "XML-WELL-FORMED"],
    ["<a>".repeat(65), "XML-DEPTH"],
    [`<a>${"<b/>".repeat(200_001)}</a>`, "XML-SIZE"],
    [`<a>${" ".repeat(MOST_BYTES)}</a>`, "XML-SIZE: The file has 2097159 bytes"],
  ])("%.60s", (xml, name) => {
    expect(refused(xml)).toContain(name);
  });
  test("other encodings, by their names", () => {
    const utf16 = Buffer.from("\ufeff<a/>", "utf16le");
    expect(refused(utf16)).toBe("XML-ENCODING: The file is in UTF-16; it must be in UTF-8.");
    expect(refused(Buffer.from("<a/>", "utf16le"))).toContain("UTF-16");
    expect(refused(new Uint8Array([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]))).toContain("UTF-32");
    expect(refused(new Uint8Array([0x3c, 0x61, 0x3e, 0xe4, 0x3c, 0x2f, 0x61, 0x3e]))).toContain("not UTF-8");
  });
});

test("no bytes throw", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (b) => void parseXml(b)));
  const piece = fc.constantFrom(
    "<a>",
    "</a>",
    "<",
    "&",
    ";",
    "&#0;",
    "]]>",
    "<!--",
    "-->",
    "<?x",
    "?>",
    '"',
    "xmlns:x='u'",
    "<x:b ",
    "é",
    "<![CDATA[",
  );
  fc.assert(fc.property(fc.array(piece, { maxLength: 30 }), (p) => void parseXml(bytes(p.join("")))));
});
