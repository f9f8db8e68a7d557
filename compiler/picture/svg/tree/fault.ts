import { PictureFault } from "../../fault.js";

/** Would be drawn wrongly or omitted. @throws PictureFault always */
export function refuse(what: string, line?: number): never {
  throw new PictureFault(
    "svg",
    `the SVG file uses ${what}${line === undefined ? "" : ` in line ${line}`}, which is not drawn by this version`,
  );
}

/** @throws PictureFault always */
export function refuseOutside(what: string, line?: number): never {
  throw new PictureFault(
    "svg",
    `the SVG file refers to ${what}${line === undefined ? "" : ` in line ${line}`}; nothing outside the file is read`,
  );
}
