/** Parts of messages that name a command, an option or a route: a caller that has others gets its own words for them (`runtime/mcp/words.ts`). */
export const WAYS = {
  pictures: '"asset": "logo.png" with --asset-dir, or "source": {"kind": "base64", "format": "png", "payload": "…"}',
  unknownAsset: "put the file into the folder of --asset-dir, or store it with platen assets put FILE --key KEY",
  fonts: "fonts are added with --font-dir or platen fonts add",
  otherFonts: "others are added with --font-dir or platen fonts add",
  template: "platen templates preview FILE --data DATA -o OUT.pdf renders one, over HTTP POST /api/v1/template-render",
  templateRender: "a template render (platen templates preview)",
  brief: "platen brief FILE -o OUT.pdf renders one, over HTTP POST /api/v1/brief/render",
  invoice: "platen einvoice write FILE --syntax cii writes and judges it, platen einvoice show FILE shows it",
  invoiceRender: "on the e-invoice route, POST /api/v1/e-invoice/render, and with platen einvoice render FILE",
  readOnly: "`read_only: true`, or `--read-only`, fills it",
  templateDiff: "`platen templates preview` renders it with a record",
} as const;

export type Way = keyof typeof WAYS;
