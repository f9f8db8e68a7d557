// The form of the document: its fields over the pages that have some, and the PDF filled in with what is typed.
import type { FormValues, ReadForm, View } from "platen/browser";
import { messageOf } from "../message.js";
import { control, valueOf, type Control, type Field, type Value } from "./form-controls.js";

export interface FormCalls {
  readonly svg: (view: View, page: number) => Promise<string>;
  readonly read: (pdf: Uint8Array) => Promise<ReadForm>;
  readonly fill: (pdf: Uint8Array, values: FormValues) => Promise<Uint8Array>;
  readonly save: (pdf: Uint8Array) => void;
}

const POINT_MM = 25.4 / 72;

const paragraph = (text: string): HTMLElement => Object.assign(document.createElement("p"), { textContent: text });
const button = (text: string, run: () => void): HTMLButtonElement => {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: text });
  made.addEventListener("click", run);
  return made;
};

/** Keeps what is typed while the document is edited, if its field has the same kind. Values leave the page in a filled file only. */
export class FormView {
  readonly #typed = new Map<string, { readonly kind: string; readonly value: Value }>();

  constructor(readonly calls: FormCalls) {}

  async show(view: View, pdf: Uint8Array): Promise<readonly Node[]> {
    const { fields, warnings } = await this.calls.read(pdf);
    if (fields.length === 0) return [paragraph("The document has no form fields.")];
    const controls = new Map<Field, Control>();
    for (const field of fields) {
      const typed = this.#typed.get(field.name);
      const made = control(field, typed?.kind === field.kind ? typed.value : field.value);
      if (made) controls.set(field, made);
    }
    const status = Object.assign(paragraph(warnings.join("; ")), { role: "status" });
    const tools = document.createElement("div");
    tools.className = "top";
    const save = button("Download filled PDF", () => void this.#fill(pdf, controls, status));
    const reset = button("Reset", () => {
      for (const [field, { set }] of controls) {
        set(field.value);
        this.#typed.delete(field.name);
      }
      status.textContent = "";
    });
    tools.append(save, reset, status);
    const pages = await this.#pages(view, controls);
    for (const page of pages)
      page.addEventListener("input", () => {
        for (const [field, { get }] of controls) this.#typed.set(field.name, { kind: field.kind, value: get() });
        status.textContent = "";
      });
    return [tools, ...pages];
  }

  /** Pages with controls, in their order. */
  async #pages(view: View, controls: ReadonlyMap<Field, Control>): Promise<readonly HTMLElement[]> {
    const pages = new Map<number, HTMLElement>();
    for (const [{ widgets }, { nodes }] of controls)
      widgets.forEach(({ page: number, left, top, width, height }, i) => {
        const node = nodes[i];
        const size = view.pages[number - 1];
        if (!node || !size) return;
        let page = pages.get(number);
        if (!page) {
          pages.set(number, (page = document.createElement("div")));
          page.className = "form-page";
          page.style.aspectRatio = `${size.width} / ${size.height}`;
        }
        const [wide, high] = [size.width * POINT_MM, size.height * POINT_MM];
        const percent = (part: number, whole: number): string => `${(100 * part) / whole}%`;
        const place = { left: percent(left, wide), top: percent(top, high), width: percent(width, wide), height: percent(height, high) };
        Object.assign(node.style, place);
        node.style.setProperty("--size", String(textSize(node, height) / wide));
        page.append(node);
      });
    const ordered = [...pages].sort(([a], [b]) => a - b);
    await Promise.all(ordered.map(async ([number, page]) => page.prepend(await this.#drawn(view, number - 1))));
    return ordered.map(([, page]) => page);
  }

  async #drawn(view: View, page: number): Promise<Node> {
    const svg = await this.calls.svg(view, page);
    // pages of one document have names in common
    const own = svg.replace(/(\sid="|url\(#|xlink:href="#)/g, `$1f${page}-`);
    const drawn = document.importNode(new DOMParser().parseFromString(own, "image/svg+xml").documentElement, true);
    drawn.setAttribute("aria-hidden", "true");
    return drawn;
  }

  async #fill(pdf: Uint8Array, controls: ReadonlyMap<Field, Control>, status: HTMLElement): Promise<void> {
    const changed = [...controls].flatMap(([field, { get }]): readonly (readonly [string, Value])[] => {
      const value = get();
      return JSON.stringify(value) === JSON.stringify(valueOf(field, field.value)) ? [] : [[field.name, value]];
    });
    // an own property even for `__proto__`
    const values = Object.fromEntries(changed);
    try {
      this.calls.save(await this.calls.fill(pdf, values));
      const count = Object.keys(values).length;
      status.textContent = `Filled in: ${count} ${count === 1 ? "field" : "fields"}.`;
    } catch (e) {
      status.textContent = messageOf(e);
    }
  }
}

/** mm: text of one line is as large as its field allows, up to 12 points. */
function textSize(node: HTMLElement, height: number): number {
  const most = node instanceof HTMLTextAreaElement || (node instanceof HTMLSelectElement && node.size > 1) ? 9 : 12;
  return Math.min(most * POINT_MM, height * 0.7);
}
