import type { Reason } from "../help/reason.js";
import type { Src } from "./src.js";

/** Receives what a caller that wants warnings is told of a part that is drawn. */
export type Note = (rule: string, src: Src, reason: string | Reason) => void;
