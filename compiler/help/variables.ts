import { plain } from "./nearest.js";

/** of `{page}` and `{total_pages}` (element model, Text) */
const MEANT: Readonly<Record<string, "page" | "total_pages">> = {
  page: "page",
  pagenumber: "page",
  pageno: "page",
  pagenum: "page",
  pagenr: "page",
  currentpage: "page",
  pageindex: "page",
  pages: "total_pages",
  numpages: "total_pages",
  numberofpages: "total_pages",
  pagecount: "total_pages",
  pagescount: "total_pages",
  totalpages: "total_pages",
  totalpage: "total_pages",
  pagetotal: "total_pages",
  pagestotal: "total_pages",
  total: "total_pages",
  topage: "total_pages",
  nbpages: "total_pages",
};

/** Returns the variable that a name may mean; undefined if none is similar. */
export function meantVariable(name: string): "page" | "total_pages" | undefined {
  const word = plain(name);
  return Object.hasOwn(MEANT, word) ? MEANT[word] : undefined;
}

/** The variable that `{{name}}` is meant to be; undefined for other bindings. */
export const meantBinding = (name: string): "page" | "total_pages" | undefined => (/page/i.test(name) ? meantVariable(name) : undefined);
