export interface Example {
  readonly name: string;
  readonly title: string;
  readonly kind: "example" | "starter" | "template";
  readonly file: string;
  readonly data?: string;
  readonly picture: string;
}

const GROUPS = { example: "Documents", starter: "Starters", template: "Templates with data" } as const;

export class Gallery {
  #list: Promise<readonly Example[]> | null = null;

  /** @param address resolves the name of a file beside the page */
  constructor(
    readonly dialog: HTMLDialogElement,
    readonly address: (file: string) => URL,
    readonly chosen: (example: Example) => void,
  ) {
    dialog.querySelector("button")!.addEventListener("click", () => dialog.close());
  }

  list(): Promise<readonly Example[]> {
    return (this.#list ??= fetch(this.address("examples/index.json")).then((r) => r.json()));
  }

  async text(file: string): Promise<string> {
    const response = await fetch(this.address(file));
    if (!response.ok) throw new Error(`${file} cannot be fetched`);
    return response.text();
  }

  async open(): Promise<void> {
    const list = await this.list();
    const groups = this.dialog.querySelector(".groups")!;
    if (groups.childElementCount === 0)
      groups.append(
        ...Object.entries(GROUPS).flatMap(([kind, name]) => {
          const title = document.createElement("h3");
          title.textContent = name;
          const items = document.createElement("ul");
          items.append(...list.filter((example) => example.kind === kind).map((example) => this.#item(example)));
          return [title, items];
        }),
      );
    this.dialog.showModal();
  }

  #item(example: Example): HTMLElement {
    const item = document.createElement("li");
    const choice = document.createElement("button");
    choice.type = "button";
    const picture = document.createElement("img");
    picture.src = this.address(example.picture).href;
    picture.alt = "";
    picture.loading = "lazy";
    choice.append(picture, example.title);
    choice.addEventListener("click", () => {
      this.dialog.close();
      this.chosen(example);
    });
    item.append(choice);
    return item;
  }
}
