// The list of problems.
import type { Finding } from "platen/browser";

export type Problem = Pick<Finding, "severity" | "message" | "path" | "line" | "column">;

export class Problems {
  #list: readonly Problem[] = [];
  readonly #items: HTMLElement;
  readonly #status: HTMLElement;

  /** @param go puts the cursor at a problem */
  constructor(
    root: HTMLElement,
    readonly go: (problem: Problem) => void,
  ) {
    this.#items = root.querySelector("ul")!;
    this.#status = root.querySelector('[role="status"]')!;
  }

  get list(): readonly Problem[] {
    return this.#list;
  }

  show(list: readonly Problem[]): void {
    this.#list = list;
    this.#status.textContent = list.length === 0 ? "No problems" : `${list.length} ${list.length === 1 ? "problem" : "problems"}`;
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
    if (problem.line !== undefined) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = `Go to line ${problem.line}`;
      button.addEventListener("click", () => this.go(problem));
      item.append(button);
    }
    return item;
  }
}
