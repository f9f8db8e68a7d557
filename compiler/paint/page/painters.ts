import type { BoxKind } from "../../box/box.js";
import type { Fragment } from "../../layout/protocol/protocol.js";
import type { PaintContext, Painter, Painters } from "../context.js";
import { paintAnchored } from "../kind/anchored.js";
import { paintChildren } from "../kind/children.js";
import { paintContainer } from "../kind/container.js";
import { paintDrawing } from "../kind/drawing.js";
import { paintEntry } from "../kind/entry.js";
import { paintLabelled } from "../kind/labelled.js";
import { paintTable } from "../kind/table.js";
import { paintText } from "../kind/text.js";

const PAINTERS: Painters = {
  drawing: paintDrawing,
  text: paintText,
  labelled: paintLabelled,
  canvas: paintChildren,
  container: paintContainer,
  flow: paintChildren,
  columns: paintChildren,
  stack: paintChildren,
  grid: paintChildren,
  anchored: paintAnchored,
  entry: paintEntry,
  table: paintTable,
};

/** Paints a fragment of any kind; painters call it through the context, which avoids import cycles. */
export const paintFragment = (fragment: Fragment, x: number, y: number, cx: PaintContext): void =>
  (PAINTERS[fragment.box.kind] as Painter<BoxKind>)(fragment.box, fragment, x, y, cx);
