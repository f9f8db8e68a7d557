// A list of choices under a button, by mouse and keys (ARIA Authoring Practices).

/** Opens a list under a button; Escape and a focus elsewhere close it. */
export function openListbox(button: HTMLElement, name: string, options: readonly string[], chosen: (option: string) => void): void {
  const list = document.createElement("ul");
  list.className = "listbox";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", name);
  let isOpen = true;
  const close = (isBack: boolean): void => {
    // the focus leaves a list that is removed
    if (!isOpen) return;
    isOpen = false;
    list.remove();
    button.setAttribute("aria-expanded", "false");
    if (isBack) button.focus();
  };
  const items = options.map((option) => {
    const item = document.createElement("li");
    item.setAttribute("role", "option");
    item.setAttribute("aria-selected", "false");
    item.tabIndex = -1;
    item.textContent = option;
    item.addEventListener("click", () => {
      close(true);
      chosen(option);
    });
    return item;
  });
  list.append(...items);
  list.addEventListener("keydown", (e) => {
    const at = items.indexOf(document.activeElement as HTMLLIElement);
    const to = arrowed(e.key, at, items.length);
    if (to !== undefined) items.at(to)!.focus();
    else if (e.key === "Enter" || e.key === " ") items[at]?.click();
    else if (e.key === "Escape") close(true);
    else return;
    e.preventDefault();
    e.stopPropagation();
  });
  list.addEventListener("focusout", ({ relatedTarget }) => {
    if (!list.contains(relatedTarget as Node | null)) close(false);
  });
  button.after(list);
  button.setAttribute("aria-expanded", "true");
  items[0]?.focus();
}

/** Index of the item that a key leads to, around a list's ends. */
export function arrowed(key: string, at: number, count: number): number | undefined {
  return new Map([
    ["ArrowDown", (at + 1) % count],
    ["ArrowUp", (at - 1) % count],
    ["Home", 0],
    ["End", count - 1],
  ]).get(key);
}
