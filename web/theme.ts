const KEY = "platen-theme";
const root = document.documentElement;

const chosenTheme = (): string => localStorage.getItem(KEY) ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

function show(name: string, button: Element | null): void {
  root.dataset["theme"] = name;
  button?.setAttribute("aria-pressed", String(name === "dark"));
}

/** Sets the theme before the page is drawn. */
export const showTheme = (): void => show(chosenTheme(), null);

export function themeButton(button: HTMLElement): void {
  show(chosenTheme(), button);
  button.addEventListener("click", () => {
    const name = root.dataset["theme"] === "dark" ? "light" : "dark";
    show(name, button);
    localStorage.setItem(KEY, name);
  });
}
