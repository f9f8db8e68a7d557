const MOST_CHARACTERS = 200;

/** Name of the file, as the service gives it: of the request, else of the time (decisions §3). */
export function fileName(given: string | undefined, now: Date): string {
  const clean = (given ?? "")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "")
    .replace(/[/\\:"'`]/g, "_")
    .trim();
  const name = [...clean].slice(0, MOST_CHARACTERS).join("");
  if (!/^[._\s]*$/.test(name)) return /\.pdf$/i.test(name) ? name : `${name}.pdf`;
  return `platen-${now.toISOString().slice(5, 23).replace(/\D/g, "")}.pdf`;
}

/** Time after which a browser has begun to read the file, ms. */
const READ_MS = 60_000;

export function saveFile(pdf: Uint8Array, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([pdf as Uint8Array<ArrayBuffer>], { type: "application/pdf" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READ_MS);
}
