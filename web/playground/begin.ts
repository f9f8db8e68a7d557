// A new document, of a size and a kind, without elements.

import { written } from "./format.js";

const FORMAT = { unit: "  ", padding: " ", colon: ": ", comma: ", ", keepsShort: true };
const SIZES: ReadonlyMap<string, object> = new Map([
  ["a4", { size: "a4" }],
  ["a5", { size: "a5" }],
  ["letter", { size: "letter" }],
  ["label", { size: "label_100_150" }],
]);
/** Least side from which a Flow Document has margins, and its share, mm. */
const MARGIN_SHARE = 0.1;
const MOST_MARGIN = 20;

interface Choice {
  readonly size: string;
  readonly width: number;
  readonly height: number;
  readonly kind: string;
}

function requestOf({ size, width, height, kind }: Choice): object {
  const page = SIZES.get(size) ?? { width, height };
  if (kind === "flow") {
    const margin =
      size === "custom" ? Math.min(MOST_MARGIN, Math.round(Math.min(width, height) * MARGIN_SHARE)) : size === "label" ? 10 : MOST_MARGIN;
    const page_margin = { top: margin, right: margin, bottom: margin, left: margin };
    const page_masters = { main: { ...page, layout: { page_margin } } };
    return { flow_document: { page_masters, segments: [{ page_master: "main", content: [] }] } };
  }
  const pages = [{ ...page, elements: [] }];
  return kind === "template" ? { schema: { fields: [] }, pages } : { pages };
}

export class BeginDialog {
  /** @param created receives the texts of a new document */
  constructor(
    readonly dialog: HTMLDialogElement,
    created: (texts: { readonly request: string; readonly data: string | undefined }) => void,
  ) {
    const form = dialog.querySelector("form")!;
    const size = form.querySelector("select")!;
    const custom = form.querySelector<HTMLElement>(".custom")!;
    const [width, height] = custom.querySelectorAll("input");
    const show = (): void => {
      custom.hidden = size.value !== "custom";
      for (const field of [width!, height!]) field.disabled = custom.hidden;
    };
    size.addEventListener("change", show);
    show();
    dialog.querySelector(".close")!.addEventListener("click", () => dialog.close());
    form.addEventListener("submit", (e) => {
      e.preventDefault();
      const kind = form.querySelector<HTMLInputElement>('input[type="radio"]:checked')!.value;
      const request = requestOf({ size: size.value, width: width!.valueAsNumber, height: height!.valueAsNumber, kind });
      dialog.close();
      created({ request: `${written(request, FORMAT, "", true)}\n`, data: kind === "template" ? "{}\n" : undefined });
    });
  }

  open(): void {
    this.dialog.showModal();
  }
}
