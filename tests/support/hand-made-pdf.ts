// For cases that no writer makes. Objects by number, the first being the catalog; text is Latin-1.

export function handMade(objects: Readonly<Record<number, string>>, { version = "1.7", trailer = "" } = {}): Uint8Array {
  let out = `%PDF-${version}\n`;
  const at: Record<number, number> = {};
  const most = Math.max(...Object.keys(objects).map(Number));
  for (const [num, body] of Object.entries(objects)) {
    at[Number(num)] = out.length;
    out += `${num} 0 obj\n${body}\nendobj\n`;
  }
  const start = out.length;
  out += `xref\n0 ${most + 1}\n0000000000 65535 f \n`;
  for (let n = 1; n <= most; n++) out += at[n] === undefined ? "0000000000 00000 f \n" : `${String(at[n]).padStart(10, "0")} 00000 n \n`;
  out += `trailer <</Size ${most + 1}/Root 1 0 R${trailer}>>\nstartxref\n${start}\n%%EOF\n`;
  return Uint8Array.from(out, (c) => c.charCodeAt(0));
}

export const stream = (content: string, entries = ""): string => `<<${entries}/Length ${content.length}>>\nstream\n${content}\nendstream`;

const HELVETICA = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";

export function pagesOf(
  pages: readonly { readonly entries: string; readonly content: string }[],
  more: Readonly<Record<number, string>> = {},
  catalog = "",
): Uint8Array {
  const objects: Record<number, string> = {
    1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    2: `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, i) => `${10 + 2 * i} 0 R`).join(" ")}]>>`,
    3: HELVETICA,
  };
  pages.forEach(({ entries, content }, i) => {
    objects[10 + 2 * i] =
      `<</Type/Page/Parent 2 0 R/Contents ${11 + 2 * i} 0 R${entries.includes("/Resources") ? "" : "/Resources<</Font<</F 3 0 R>>>>"}${entries}>>`;
    objects[11 + 2 * i] = stream(content);
  });
  return handMade({ ...objects, ...more });
}
