import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { open, pageFile, stream } from "../../tests/pdf-reader/open.js";
import { has, needs } from "../../tests/support/tools.js";
import { attachmentsOf } from "./attachments.js";
import type { AttachmentFact } from "./facts.js";

const haveTools = needs("qpdf and pdfdetach", has("qpdf") && has("pdfdetach"));
const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const attachmentsIn = (pdf: Uint8Array): readonly AttachmentFact[] => attachmentsOf(open(pdf), sha256);

test.runIf(haveTools)("files that qpdf attaches are those that poppler lists", () => {
  const dir = mkdtempSync(path.join(tmpdir(), "platen-attachments-"));
  const [plain, data, one, two] = ["plain.pdf", "data.bin", "one.pdf", "two.pdf"].map((name) => path.join(dir, name)) as [
    string,
    string,
    string,
    string,
  ];
  writeFileSync(plain, pageFile("", ""));
  writeFileSync(data, "some bytes");
  execFileSync("qpdf", [
    plain,
    "--add-attachment",
    data,
    "--mimetype=text/plain",
    "--description=Ä",
    "--filename=z.txt",
    "--key=1",
    "--",
    one,
  ]);
  execFileSync("qpdf", [one, "--add-attachment", plain, "--filename=a.pdf", "--key=2", "--", two]);
  const found = attachmentsIn(readFileSync(two));
  expect(found).toEqual([
    {
      name: "a.pdf",
      sha256: sha256(readFileSync(plain)),
      bytes: readFileSync(plain).length,
      relationship: "Unspecified",
      type: "",
      description: "",
    },
    { name: "z.txt", sha256: sha256(readFileSync(data)), bytes: 10, relationship: "Unspecified", type: "text/plain", description: "Ä" },
  ]);
  const listed = execFileSync("pdfdetach", ["-list", two], { encoding: "utf8" });
  expect(found.map(({ name }) => name)).toEqual([...listed.matchAll(/^\d+: (.*)$/gm)].map(([, name]) => name).sort());
});

test("files of the tree, of the catalog and of annotations are each named once", () => {
  const spec = (name: string, more = ""): string => `<</Type/Filespec/F(${name})/EF<</F 5 0 R>>${more}>>`;
  const pdf = pageFile(
    "/Annots[<</Subtype/FileAttachment/FS 8 0 R/Rect[0 0 9 9]>><</Subtype/FileAttachment/FS 6 0 R>><</Subtype/Link/FS 9 0 R>>]",
    "",
    [
      stream("/Subtype/text#2Fxml/Filter/ASCIIHexDecode", "61 62>"),
      spec("tree.xml", "/AFRelationship/Data/Desc(d)"),
      spec("af.xml", "/UF<FEFF00E4>"),
      spec("note.xml"),
      spec("none.xml"),
      "<</Type/Filespec/F(elsewhere.xml)>>",
    ],
    "/AF[7 0 R 6 0 R 10 0 R]/Names<</EmbeddedFiles<</Names[(x) 6 0 R (y) 10 0 R (z) null]>>>>",
  );
  const file = { sha256: sha256(Buffer.from("ab")), bytes: 2, type: "text/xml", relationship: "Unspecified", description: "" };
  expect(attachmentsIn(pdf)).toEqual([
    { ...file, name: "note.xml" },
    { ...file, name: "tree.xml", relationship: "Data", description: "d" },
    { ...file, name: "ä" },
  ]);
});

test("a file without a name has that of the tree", () => {
  const pdf = pageFile("", "", [stream("", "a")], "/Names<</EmbeddedFiles<</Names[(key)<</EF<</UF 5 0 R>>>>]>>>>");
  expect(attachmentsIn(pdf)).toMatchObject([{ name: "key", bytes: 1 }]);
});
