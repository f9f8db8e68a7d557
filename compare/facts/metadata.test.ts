import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { open, pageFile, stream } from "../../tests/pdf-reader/open.js";
import { runs } from "../../tests/support/runs.js";
import type { MetadataFacts } from "./facts.js";
import { metadataOf } from "./metadata.js";
import { xmpProperties } from "./xmp.js";

const RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"';
const packet = (descriptions: string): string =>
  `<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ${RDF}>${descriptions}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
const about = (namespaces: string, inside: string, attributes = ""): string =>
  `<rdf:Description rdf:about="" ${namespaces} ${attributes}>${inside}</rdf:Description>`;
const PDFA = 'xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"';
const PDFUA = 'xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"';
const DC = 'xmlns:dc="http://purl.org/dc/elements/1.1/"';

/** Object 5 is the packet, 6 the information dictionary. */
function metadataIn(xmp: string | Uint8Array, info = "", catalog = ""): MetadataFacts {
  const bytes = pageFile(
    "",
    "",
    [stream("", typeof xmp === "string" ? Buffer.from(xmp) : xmp), `<<${info}>>`],
    `/Metadata 5 0 R${catalog}`,
  );
  return metadataOf(open(Buffer.from(Buffer.from(bytes).toString("latin1").replace("/Root", "/Info 6 0 R/Root"), "latin1")));
}
const profile = (descriptions: string): string => metadataIn(packet(descriptions)).profile;

describe("profiles", () => {
  test("are identified by elements or attributes, of any prefix", () => {
    expect(profile(about(PDFA, "<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>"))).toBe("PDF/A-2b");
    expect(profile(about(PDFA, "", 'pdfaid:part="3" pdfaid:conformance="U"'))).toBe("PDF/A-3u");
    expect(profile(about('xmlns:q="http://www.aiim.org/pdfa/ns/id/"', "", "q:part='1' q:conformance='A'"))).toBe("PDF/A-1a");
    expect(profile(about(PDFA, "<pdfaid:part>4</pdfaid:part><pdfaid:rev>2020</pdfaid:rev>"))).toBe("PDF/A-4");
    expect(profile(about(PDFA, "<pdfaid:part>4</pdfaid:part><pdfaid:conformance>F</pdfaid:conformance>"))).toBe("PDF/A-4f");
    expect(profile(about(PDFUA, "<pdfuaid:part>1</pdfuaid:part>") + about(PDFA, "", 'pdfaid:part="2" pdfaid:conformance="A"'))).toBe(
      "PDF/A-2a, PDF/UA-1",
    );
    expect(profile(about(PDFUA, "<pdfuaid:part>2</pdfuaid:part><pdfuaid:rev>2024</pdfuaid:rev>"))).toBe("PDF/UA-2");
  });

  test("are not those of descriptions of schemas, comments, or another namespace", () => {
    expect(profile(about(PDFA, "<!-- <pdfaid:part>1</pdfaid:part> -->"))).toBe("");
    expect(profile(about('xmlns:pdfaid="http://www.example.com/"', "<pdfaid:part>2</pdfaid:part>"))).toBe("");
    expect(
      profile(about(PDFA, `<x:y xmlns:x="u"><rdf:Description pdfaid:part="2"><pdfaid:part>2</pdfaid:part></rdf:Description></x:y>`)),
    ).toBe("");
    expect(metadataIn("<pdfaid:part>2</pdfaid:part>").profile).toBe("");
  });
});

test("the packet precedes the information dictionary, value by value", () => {
  const xmp = packet(
    about(
      `${DC} xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"`,
      `<dc:title><rdf:Alt><rdf:li xml:lang="de">Gezeiten</rdf:li><rdf:li xml:lang="x-default">Tides &amp; &#x3bb;&#955;<![CDATA[<]]></rdf:li></rdf:Alt></dc:title>
       <dc:creator><rdf:Seq><rdf:li>Ada</rdf:li><rdf:li>Bo</rdf:li></rdf:Seq></dc:creator>
       <xmp:CreateDate>2026-01-02T03:04:05+01:00</xmp:CreateDate><pdf:Producer>P</pdf:Producer>`,
      'xmp:CreatorTool="Tool"',
    ),
  );
  const info =
    "/Title(No)/Author(No)/Subject(Waves)/Keywords(a, b)/Creator(No)/Producer(No)/CreationDate(D:2020)/ModDate(D:20260102030405-02'30')";
  expect(metadataIn(xmp, info, "/Lang(en-GB)/Version/2.0")).toEqual({
    title: "Tides & λλ<",
    author: "Ada; Bo",
    subject: "Waves",
    keywords: "a, b",
    creator: "Tool",
    language: "en-GB",
    profile: "",
    version: "2.0",
    created: "2026-01-02T03:04:05+01:00",
    modified: "2026-01-02T03:04:05-02:30",
    producer: "P",
  });
});

test("a date is the same in both forms", () => {
  const date = (info: string): string => metadataIn("", info).created;
  const inPacket = (text: string): string =>
    metadataIn(packet(about('xmlns:xmp="http://ns.adobe.com/xap/1.0/"', `<xmp:CreateDate>${text}</xmp:CreateDate>`))).created;
  expect(date("/CreationDate(D:20260102030405Z)")).toBe(inPacket("2026-01-02T03:04:05Z"));
  expect(date("/CreationDate(D:20260102030405+00'00')")).toBe(inPacket("2026-01-02T03:04:05+00:00"));
  expect(date("/CreationDate(D:2026)")).toBe("2026-01-01T00:00:00");
  expect(date("/CreationDate(yesterday)")).toBe("yesterday");
});

test("packets are read in UTF-16 too, keywords of the bag where there are no others", () => {
  const xmp = packet(about(DC, "<dc:subject><rdf:Bag><rdf:li>a</rdf:li><rdf:li>ü</rdf:li></rdf:Bag></dc:subject>"));
  const little = Buffer.from(`\ufeff${xmp}`, "utf16le");
  for (const bytes of [Buffer.from(xmp), little, Buffer.from(little).swap16()]) expect(metadataIn(bytes).keywords).toBe("a, ü");
  expect(metadataIn(xmp, "/Keywords(own)").keywords).toBe("own");
});

test("any text is a packet without properties, or with some", () => {
  const piece = fc.constantFrom(
    "<",
    ">",
    "/",
    "&",
    "&amp;",
    '"',
    "'",
    "=",
    " ",
    "a",
    "rdf:RDF",
    "rdf:Description",
    "rdf:li",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?",
    "xmlns:rdf",
    packet(about(PDFA, "<pdfaid:part>1</pdfaid:part>")),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      for (const values of xmpProperties(Buffer.from(pieces.join(""))).values())
        for (const value of values) expect(typeof value).toBe("string");
    }),
    { numRuns: runs(500) },
  );
});

test("repeated beginnings of markup take no more time than their length", () => {
  for (const piece of [
    "<",
    "<!",
    "<![",
    "<!--",
    "<?",
    "<a ",
    "<a b",
    "<a b='",
    "<a xmlns:a='b'>",
    "&",
    "&#",
    "<rdf:li xml:lang='x-default'>a</rdf:li>",
  ])
    expect(xmpProperties(Buffer.from(packet(about(DC, `<dc:title><rdf:Alt>${piece.repeat(200_000)}`)))).size).toBeLessThan(3);
});
