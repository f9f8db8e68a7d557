import type { Artifact, Numbering, Role, Stroke } from "../../ir/ir.js";
import type { Src } from "../core/src.js";
import type { DeclaredLang } from "./language.js";
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

/** An element with a role, an artifact, only its children, or content of the element around it. */
export type Tag = RoleTag | { readonly artifact: Artifact } | "inherit" | "content";

export interface RoleTag {
  readonly role: Role;
  readonly alt: string | null;
  /** of an element that has children alone */
  readonly title?: string;
  /** list item whose body is the element: items of one list share the list; no other box has the same item */
  readonly item?: ListItem;
  /** of the outermost of its elements */
  readonly lang?: DeclaredLang;
  /** elements around it for this box alone, outermost first */
  readonly around?: readonly Role[];
  /** paragraphs of the text are content of the element, not elements */
  readonly whole?: true;
  /** level of its outline entry, from 1 */
  readonly heading?: number;
  /** label style of a list */
  readonly numbering?: Numbering | undefined;
  /** caption of the element after it (AX-15) */
  readonly leads?: true;
  /** shared by a form field and the text that is its label, which is in its element */
  readonly form?: object;
}

/** Boxes numbered from `from` up to `to` are read as if their numbers were larger by `by`. */
export interface ReadingMove {
  readonly from: number;
  readonly to: number;
  readonly by: number;
}

/** `gap`: distance between the two lines of a double stroke, else null. */
export interface ComputedStroke extends Stroke {
  readonly gap: number | null;
}

export const singleStroke = ({ color, width, opacity, cap, join, miterLimit, dash, dashPhase }: ComputedStroke): Stroke =>
  dashPhase === undefined
    ? { color, width, opacity, cap, join, miterLimit, dash }
    : { color, width, opacity, cap, join, miterLimit, dash, dashPhase };
