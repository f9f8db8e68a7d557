/** Encoders of BWIPP that formats use: the build keeps these and what they call. */
export const ENCODERS = [
  "azteccode",
  "code39",
  "code93",
  "code93ext",
  "datamatrix",
  "ean13",
  "ean8",
  "gs1-128",
  "gs1datamatrix",
  "gs1qrcode",
  "interleaved2of5",
  "itf14",
  "maxicode",
  "micropdf417",
  "microqrcode",
  "msi",
  "onecode",
  "pdf417",
  "rationalizedCodabar",
  "sscc18",
  "upca",
  "upcacomposite",
  "upce",
  "upcecomposite",
] as const;

/** Name of an encoder in BWIPP, or of one of our own. */
export type EncoderName = (typeof ENCODERS)[number] | "code128" | "qrcode";
