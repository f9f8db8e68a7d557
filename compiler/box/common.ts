import type { Artifact, Role, Stroke } from "../../ir/ir.js";
import type { Src } from "../core/src.js";
import type { BoxLink } from "./link.js";
import type { ListItem } from "./text.js";

export interface Common {
  /** in source order */
  readonly id: number;
  readonly src: Src;
  /** among siblings; equal values keep source order */
  readonly z: number;
  readonly tag: Tag;
  readonly link: BoxLink | null;
}

/** An element with a role, an artifact, or only its children. */
export type Tag = RoleTag | { readonly artifact: Artifact } | "inherit";

export interface RoleTag {
  readonly role: Role;
  readonly alt: string | null;
  /** list item whose body is the element: items of one list share the list; no other box has the same item */
  readonly item?: ListItem;
  /** caption of the element after it (AX-15) */
  readonly leads?: true;
}

/** `gap`: distance between the two lines of a double stroke, else null. */
export interface ComputedStroke extends Stroke {
  readonly gap: number | null;
}

export const singleStroke = ({ color, width, opacity, cap, join, miterLimit, dash, dashPhase }: ComputedStroke): Stroke =>
  dashPhase === undefined
    ? { color, width, opacity, cap, join, miterLimit, dash }
    : { color, width, opacity, cap, join, miterLimit, dash, dashPhase };
