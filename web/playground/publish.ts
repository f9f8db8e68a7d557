// Publishing a template by the service's routes (FH-39): the token is in the field and in memory, and nowhere else.

interface Answer {
  readonly version?: number;
  readonly message?: string;
  readonly code?: string;
}

export class PublishDialog {
  /** tag of each template that was published or found, by its id */
  readonly #known = new Map<string, string>();
  readonly #status: HTMLElement;

  /** @param source the template's text; @param told receives the words of a success */
  constructor(
    readonly dialog: HTMLDialogElement,
    readonly source: () => string,
    readonly told: (words: string) => void,
  ) {
    const form = dialog.querySelector("form")!;
    const [token, id] = form.querySelectorAll("input");
    this.#status = form.querySelector('[role="status"]')!;
    dialog.querySelector(".close")!.addEventListener("click", () => dialog.close());
    form.addEventListener("submit", (e) => {
      e.preventDefault();
      void this.#publish(token!.value, id!.value.trim());
    });
  }

  open(): void {
    this.#status.textContent = "";
    this.dialog.showModal();
  }

  async #publish(token: string, id: string): Promise<void> {
    this.#status.textContent = "Publishing …";
    try {
      const words = await this.#put(token, id);
      this.#status.textContent = words;
      this.told(words);
    } catch {
      this.#status.textContent = "The service cannot be reached.";
    }
  }

  async #put(token: string, id: string): Promise<string> {
    const address = new URL(`../api/v1/templates/${encodeURIComponent(id)}`, import.meta.url);
    const authorization = { authorization: `Bearer ${token}` };
    const tag = this.#known.get(id);
    const response = await fetch(address, {
      method: "PUT",
      headers: {
        ...authorization,
        "content-type": "application/json",
        ...(tag === undefined ? { "if-none-match": "*" } : { "if-match": tag }),
      },
      body: this.source(),
    });
    const { version, message, code } = (await response.json().catch(() => ({}))) as Answer;
    const now = response.headers.get("etag");
    if (response.ok) {
      if (now !== null) this.#known.set(id, now);
      return `Published ${id}, version ${version}`;
    }
    if (response.status === 412) {
      const there = await fetch(address, { headers: authorization });
      const found = there.headers.get("etag");
      if (there.ok && found !== null) this.#known.set(id, found);
      else this.#known.delete(id);
      return tag === undefined ? `${id} is there already: Publish again replaces it` : `${id} was changed since: Publish again replaces it`;
    }
    if (response.status === 401) return "The service does not know this token";
    if (response.status === 403) return "This token may not publish: its scope must have manage";
    return `Refused: ${message ?? "the service gave no reason"}${code === undefined ? "" : ` (${code})`}`;
  }
}
