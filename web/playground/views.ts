import { messageOf } from "../message.js";
import type { View } from "platen/browser";
import type { FormCalls, FormView } from "./form.js";
import { tabs } from "./tabs.js";

const MOST_LIST = 400_000;

interface Shown {
  readonly view: View;
  /** phases with their times, ms */
  readonly times: readonly (readonly [string, number])[];
}

interface Sources extends FormCalls {
  readonly part: (view: View, part: "list" | "structure", page: number) => Promise<string>;
  readonly pdf: () => Uint8Array;
  readonly changes: () => Promise<readonly Node[]>;
}

export class Views {
  #chosen = "pages";
  #shown: Shown | null = null;
  #isOld = true;
  #address = "";
  #page = 0;
  #form: FormView | null = null;

  constructor(
    readonly root: HTMLElement,
    list: HTMLElement,
    readonly sources: Sources,
  ) {
    tabs(list, (name) => {
      this.#chosen = name;
      for (const panel of root.querySelectorAll<HTMLElement>('[role="tabpanel"]')) panel.hidden = panel.id !== `view-${name}`;
      this.#isOld = true;
      void this.#fill();
    })("pages");
  }

  show(shown: Shown): void {
    this.#shown = shown;
    this.#isOld = true;
    this.#page = Math.min(this.#page, shown.view.pages.length - 1);
    void this.#fill();
  }

  /** Makes the view that is shown again. */
  refresh(): void {
    this.#isOld = true;
    void this.#fill();
  }

  async #fill(): Promise<void> {
    const shown = this.#shown;
    if (!shown || !this.#isOld) return;
    this.#isOld = false;
    const panel = this.root.querySelector<HTMLElement>(`#view-${this.#chosen}`)!;
    const content = await this.#content(this.#chosen, shown).catch((e: unknown) => [paragraph(messageOf(e))]);
    if (shown === this.#shown && content) panel.replaceChildren(...content);
  }

  async #content(name: string, { view, times }: Shown): Promise<readonly Node[] | null> {
    if (name === "pages") return null;
    if (name === "pdf") return [this.#pdf()];
    if (name === "changes") return this.sources.changes();
    if (name === "form") {
      const { FormView } = await import("./form.js");
      return (this.#form ??= new FormView(this.sources)).show(view, this.sources.pdf());
    }
    if (name === "list") return this.#list(view);
    if (name === "structure") return [text(await this.sources.part(view, "structure", 0))];
    if (name === "outline") return [view.outline.length === 0 ? paragraph("The document has no outline.") : outline(view.outline)];
    if (name === "fonts")
      return [
        table(
          ["Font"],
          view.fonts.map((font) => [font]),
        ),
      ];
    const total = times.reduce((sum, [, ms]) => sum + ms, 0);
    return [
      table(
        ["Phase", "Time"],
        [...times, ["total", total] as const].map(([phase, ms]) => [phase, `${ms.toFixed(0)} ms`]),
      ),
    ];
  }

  #pdf(): Node {
    const pdf = this.sources.pdf();
    URL.revokeObjectURL(this.#address);
    this.#address = URL.createObjectURL(new Blob([pdf as Uint8Array<ArrayBuffer>], { type: "application/pdf" }));
    const frame = document.createElement("iframe");
    frame.title = "PDF";
    frame.src = this.#address;
    return frame;
  }

  async #list(view: View): Promise<readonly Node[]> {
    const label = document.createElement("label");
    const choice = document.createElement("select");
    choice.append(...view.pages.map((_, i) => new Option(String(i + 1), String(i), false, i === this.#page)));
    choice.addEventListener("change", () => {
      this.#page = Number(choice.value);
      this.#isOld = true;
      void this.#fill();
    });
    label.append("Page ", choice);
    const list = await this.sources.part(view, "list", this.#page);
    const cut = list.length > MOST_LIST ? `${list.slice(0, MOST_LIST)}\n… ${list.length - MOST_LIST} characters more` : list;
    return [label, text(cut)];
  }
}

function text(content: string): HTMLElement {
  const made = document.createElement("pre");
  made.textContent = content;
  return made;
}

function paragraph(content: string): HTMLElement {
  const made = document.createElement("p");
  made.textContent = content;
  return made;
}

function outline(items: View["outline"]): HTMLElement {
  const list = document.createElement("ul");
  const lists: HTMLElement[] = [list];
  for (const { title, level } of items) {
    lists.length = Math.min(lists.length, level);
    if (lists.length < level) {
      const inner = document.createElement("ul");
      (lists.at(-1)!.lastElementChild ?? lists.at(-1)!).append(inner);
      lists.push(inner);
    }
    const item = document.createElement("li");
    item.textContent = title;
    lists.at(-1)!.append(item);
  }
  return list;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): HTMLElement {
  const made = document.createElement("table");
  const head = made.createTHead().insertRow();
  for (const name of heads) {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.textContent = name;
    head.append(cell);
  }
  const body = made.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    for (const value of row) line.insertCell().textContent = value;
  }
  return made;
}
