// Standards of a file.
/**
 * A profile of PDF/A or PDF/UA, or of both: `pdfa-ua1` is PDF/A-2a with PDF/UA-1, a name that ends with `+ua1` or `+ua2` the profile before
 * with this part of PDF/UA.
 */
export type Profile =
  | "pdfa-1b"
  | "pdfa-2b"
  | "pdfa-3b"
  | "pdfa-4"
  | "pdfa-2u"
  | "pdfa-3u"
  | "pdfa-ua1"
  | "pdfa-2b+ua1"
  | "pdfa-2u+ua1"
  | "pdfa-3b+ua1"
  | "pdfa-3u+ua1"
  | "pdfa-4f"
  | "pdfa-4+ua2"
  | "pdfa-4f+ua2";
