import type { Finding } from "platen/browser";

export type Problem = Pick<Finding, "severity" | "message" | "path" | "line" | "column" | "patch" | "suggestion"> & {
  readonly in?: "template" | "data";
};

export class Problems {
  #list: readonly Problem[] = [];
  readonly #items: HTMLElement;
  readonly #status: HTMLElement;
  readonly #all: HTMLElement;

  /** @param go puts the cursor at a problem */
  constructor(
    readonly root: HTMLElement,
    readonly go: (problem: Problem) => void,
    readonly apply: (problem: Problem) => void,
    applyAll: () => void,
  ) {
    this.#items = root.querySelector("ul")!;
    this.#status = root.querySelector('[role="status"]')!;
    this.#all = root.querySelector("#apply-all")!;
    this.#all.addEventListener("click", applyAll);
  }

  get list(): readonly Problem[] {
    return this.#list;
  }

  show(list: readonly Problem[]): void {
    this.#list = list;
    const errors = list.filter((p) => p.severity === "error").length;
    const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? "" : "s"}`;
    this.#status.textContent =
      list.length === 0
        ? "No problems"
        : [errors > 0 ? count(errors, "error") : "", list.length > errors ? count(list.length - errors, "warning") : ""]
            .filter((part) => part !== "")
            .join(", ");
    this.root.toggleAttribute("data-empty", list.length === 0);
    this.#all.hidden = list.filter((p) => p.patch).length < 2;
    this.#items.replaceChildren(...list.map((problem) => this.#item(problem)));
  }

  #item(problem: Problem): HTMLElement {
    const item = document.createElement("li");
    item.dataset["severity"] = problem.severity;
    item.dataset["path"] = problem.path;
    if (problem.line !== undefined) item.dataset["line"] = String(problem.line);
    const [first, rest] = parts(problem.message);
    if (problem.patch)
      item.append(
        button(applyName(problem), () => this.apply(problem)),
        " ",
      );
    const message = document.createElement("span");
    message.textContent = `${first} `;
    item.append(message);
    const below = document.createElement("div");
    below.className = "below";
    if (problem.line !== undefined) below.append(button(`Go to line ${problem.line}`, () => this.go(problem)));
    if (rest !== "") below.append(folded(/\b(allowed here|must be one of)\b/.test(rest) ? "Allowed names" : "More", rest));
    if (below.childElementCount > 0) item.append(below);
    return item;
  }
}

export const applyName = ({ suggestion }: Problem): string => `Apply ${(suggestion ?? "the suggestion").slice(0, 60)}`;

export function button(name: string, clicked: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = name;
  made.addEventListener("click", clicked);
  return made;
}

/** The first sentence of a message, with its place, and the rest. */
function parts(message: string): readonly [string, string] {
  const end = /[?;] |\. (?=[A-Z])/.exec(message);
  if (!end) return [message, ""];
  const at = end.index + (end[0].startsWith(";") ? 0 : 1);
  return [message.slice(0, at), message.slice(end.index + end[0].length)];
}

function folded(title: string, words: string): HTMLElement {
  const made = document.createElement("details");
  const summary = document.createElement("summary");
  summary.textContent = title;
  const text = document.createElement("p");
  text.textContent = words;
  made.append(summary, text);
  return made;
}
