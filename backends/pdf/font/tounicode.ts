// ToUnicode CMaps (ISO 32000-1, 9.10.3).
import { ByteWriter } from "../syntax/bytes.js";
import { writeUtf16 } from "../syntax/object.js";

const HEADER = `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
`;
const CODES = ["<00> <FF>\nendcodespacerange\n", "<0000> <FFFF>\nendcodespacerange\n"] as const;
const FOOTER = `endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
/** Maximum entries of a CMap section (Adobe technical note 5014). */
const SECTION = 100;

/** ISO 32000-1, 9.10.3. `mappings` is sorted by code, of one or two bytes. */
export function toUnicode(mappings: readonly (readonly [number, string])[], bytes: 1 | 2 = 2): Uint8Array {
  const w = new ByteWriter(HEADER.length + mappings.length * 16 + 256);
  w.ascii(HEADER);
  w.ascii(CODES[bytes - 1]!);
  for (let from = 0; from < mappings.length; from += SECTION) {
    const part = mappings.slice(from, from + SECTION);
    w.ascii(`${part.length} beginbfchar\n`);
    for (const [code, text] of part) {
      w.byte(0x3c);
      if (bytes === 2) w.hex(code >> 8);
      w.hex(code & 255);
      w.ascii("> <");
      writeUtf16(w, text);
      w.ascii(">\n");
    }
    w.ascii("endbfchar\n");
  }
  w.ascii(FOOTER);
  return w.view();
}
