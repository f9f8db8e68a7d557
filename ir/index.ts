// Public functions of the display list.
export * from "./ir.js";
export { dump, blobIds, type DumpedDocument } from "./dump.js";
export { load, LoadError } from "./load.js";
export { print, printStructure } from "./print.js";
export { validate, type Violation } from "./validate.js";
