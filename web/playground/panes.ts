// Dividers between the panes: dragged, or moved by arrows; their places are stored.

const STORED = "platen-panes";
const STEP = 2;
const [LEAST, MOST] = [10, 90];

interface Pane {
  /** percent of the room around both panes */
  readonly start: number;
  readonly isAcross: boolean;
  /** CSS property with the share of the pane */
  readonly property: string;
  /** true if the pane with the share is after the divider */
  readonly isAfter: boolean;
}

const PANES: Readonly<Record<string, Pane>> = {
  "Resize request": { start: 50, isAcross: true, property: "--request", isAfter: false },
  "Resize problems": { start: 20, isAcross: false, property: "--problems", isAfter: true },
  "Resize inspector": { start: 30, isAcross: false, property: "--inspector", isAfter: true },
};

function stored(): ReadonlyMap<string, number> {
  try {
    const value = JSON.parse(localStorage.getItem(STORED) ?? "{}") as Readonly<Record<string, unknown>>;
    return new Map(Object.entries(value).filter((entry): entry is [string, number] => typeof entry[1] === "number"));
  } catch {
    return new Map();
  }
}

/** Makes the dividers of a page work. */
export function dividers(root: HTMLElement): void {
  const sizes = new Map(stored());
  for (const [name, pane] of Object.entries(PANES)) {
    const divider = root.querySelector<HTMLElement>(`[role="separator"][aria-label="${name}"]`)!;
    const { start, isAcross, property, isAfter } = pane;
    const set = (percent: number): void => {
      const value = Math.round(Math.min(MOST, Math.max(LEAST, percent)) * 10) / 10;
      divider.setAttribute("aria-valuenow", String(value));
      root.style.setProperty(property, `${value}%`);
      sizes.set(name, value);
    };
    const keep = (): void => localStorage.setItem(STORED, JSON.stringify(Object.fromEntries(sizes)));
    divider.setAttribute("aria-valuemin", String(LEAST));
    divider.setAttribute("aria-valuemax", String(MOST));
    divider.setAttribute("aria-orientation", isAcross ? "vertical" : "horizontal");
    set(sizes.get(name) ?? start);
    divider.addEventListener("pointerdown", (e) => {
      if (e.button !== 0) return;
      e.preventDefault();
      divider.focus();
      divider.setPointerCapture(e.pointerId);
    });
    divider.addEventListener("pointermove", (e) => {
      if (!divider.hasPointerCapture(e.pointerId)) return;
      const room = divider.parentElement!.getBoundingClientRect();
      const share = isAcross ? (e.clientX - room.left) / room.width : (e.clientY - room.top) / room.height;
      set((isAfter ? 1 - share : share) * 100);
    });
    divider.addEventListener("pointerup", keep);
    divider.addEventListener("keydown", (e) => {
      const grows = isAfter ? ["ArrowUp", "ArrowLeft"] : ["ArrowRight", "ArrowDown"];
      const shrinks = isAfter ? ["ArrowDown", "ArrowRight"] : ["ArrowLeft", "ArrowUp"];
      const now = sizes.get(name)!;
      if (grows.includes(e.key)) set(now + STEP);
      else if (shrinks.includes(e.key)) set(now - STEP);
      else if (e.key === "Enter") set(start);
      else return;
      e.preventDefault();
      keep();
    });
  }
}
