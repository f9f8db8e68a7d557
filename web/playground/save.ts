/** Time after which a browser has begun to read the file, ms. */
const READ_MS = 60_000;

/** Saves a PDF in the folder of downloads. */
export function saveFile(pdf: Uint8Array, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([pdf as Uint8Array<ArrayBuffer>], { type: "application/pdf" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READ_MS);
}
