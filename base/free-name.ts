/** The name, or the first of `name (2)`, `name (3)` … before its extension that is free. @param from the number to begin with */
export function freeName(name: string, isFree: (name: string) => boolean, from = 1): { readonly name: string; readonly n: number } {
  const [, stem = "", extension = ""] = /^(.+?)(\.[^.]*)?$/s.exec(name)!;
  for (let n = from; ; n++) {
    const numbered = n === 1 ? name : `${stem} (${n})${extension}`;
    if (isFree(numbered)) return { name: numbered, n };
  }
}
