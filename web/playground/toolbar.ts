// Toolbars: one button has the focus, arrows move it (ARIA Authoring Practices).

/** A button of a toolbar, with an icon. */
export interface Tool {
  readonly name: string;
  /** outlines on a square of 16 units */
  readonly icon: string;
  readonly run: () => void;
}

const SVG = "http://www.w3.org/2000/svg";

function iconOf(outline: string): SVGElement {
  const icon = document.createElementNS(SVG, "svg");
  icon.setAttribute("viewBox", "0 0 16 16");
  icon.setAttribute("aria-hidden", "true");
  icon.appendChild(document.createElementNS(SVG, "path")).setAttribute("d", outline);
  return icon;
}

/** Gives a button an icon in the place of its words, which remain its name. */
export function iconed(button: HTMLButtonElement, name: string, icon: string): void {
  button.setAttribute("aria-label", name);
  button.title = name;
  button.replaceChildren(iconOf(icon));
}

/** Fills a toolbar. */
export function toolbar(root: HTMLElement, tools: readonly Tool[]): void {
  const buttons = tools.map(({ name, icon, run }, i) => {
    const button = document.createElement("button");
    button.type = "button";
    button.tabIndex = i === 0 ? 0 : -1;
    iconed(button, name, icon);
    button.addEventListener("click", run);
    return button;
  });
  root.append(...buttons);
  root.addEventListener("focusin", ({ target }) => {
    if (buttons.includes(target as HTMLButtonElement)) for (const button of buttons) button.tabIndex = button === target ? 0 : -1;
  });
  root.addEventListener("keydown", (e) => {
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const to = new Map([
      ["ArrowRight", at + 1],
      ["ArrowLeft", at - 1],
      ["Home", 0],
      ["End", buttons.length - 1],
    ]).get(e.key);
    if (at < 0 || to === undefined) return;
    e.preventDefault();
    buttons.at(to % buttons.length)!.focus();
  });
}
