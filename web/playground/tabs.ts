// Tab lists: one tab has the focus, arrows move it (ARIA Authoring Practices).
export function tabs(list: HTMLElement, chosen: (name: string) => void): (name: string) => void {
  const all = [...list.querySelectorAll<HTMLElement>('[role="tab"]')];
  const choose = (name: string, isFocused = false): void => {
    for (const tab of all) {
      const isChosen = tab.dataset["name"] === name;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      if (isChosen && isFocused) tab.focus();
    }
    chosen(name);
  };
  all.forEach((tab, i) => {
    tab.addEventListener("click", () => choose(tab.dataset["name"]!));
    tab.addEventListener("keydown", ({ key }) => {
      const to = new Map(Object.entries({ ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: all.length - 1 })).get(key);
      if (to !== undefined) choose(all.at(to % all.length)!.dataset["name"]!, true);
    });
  });
  return choose;
}
