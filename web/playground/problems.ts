import type { Finding } from "platen/browser";

export type Problem = Pick<Finding, "severity" | "message" | "path" | "line" | "column" | "patch" | "suggestion"> & {
  readonly in?: "template" | "data";
};

export class Problems {
  #list: readonly Problem[] = [];
  readonly #items: HTMLElement;
  readonly #status: HTMLElement;

  /** @param go puts the cursor at a problem */
  constructor(
    root: HTMLElement,
    readonly go: (problem: Problem) => void,
    readonly apply: (problem: Problem) => void,
  ) {
    this.#items = root.querySelector("ul")!;
    this.#status = root.querySelector('[role="status"]')!;
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
    this.#items.replaceChildren(...list.map((problem) => this.#item(problem)));
  }

  #item(problem: Problem): HTMLElement {
    const item = document.createElement("li");
    item.dataset["severity"] = problem.severity;
    item.dataset["path"] = problem.path;
    if (problem.line !== undefined) item.dataset["line"] = String(problem.line);
    const message = document.createElement("span");
    message.textContent = `${problem.message} `;
    item.append(message);
    if (problem.line !== undefined)
      item.append(
        button(`Go to line ${problem.line}`, () => this.go(problem)),
        " ",
      );
    if (problem.patch) item.append(button(applyName(problem), () => this.apply(problem)));
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
