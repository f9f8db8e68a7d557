// Documents that come and go: examples, links, files, downloads.
import type { Platen } from "platen/browser";
import { messageOf } from "../message.js";
import type { Comparing } from "./comparing.js";
import { parsed, type Draft } from "./draft.js";
import type { Example, Gallery } from "./gallery.js";
import type { Pictures } from "./pictures.js";
import type { Records } from "./records.js";
import { fileName, saveFile } from "./save.js";
import { fragmentOf, MOST_LINK, readFragment, ShareError } from "./share.js";

type Texts = Parameters<Draft["replace"]>[0];

interface Parts {
  readonly platen: Platen;
  readonly draft: Draft;
  readonly gallery: Gallery;
  readonly comparing: Comparing;
  readonly records: Records;
  readonly pictures: Pictures;
  /** field of the address of a shared document */
  readonly link: HTMLInputElement;
  /** place of what sharing did */
  readonly told: HTMLElement;
  /** shows a failure among the problems */
  readonly failed: (message: string) => void;
  /** true if the problems have the reason already */
  readonly hasErrors: () => boolean;
  /** another document is shown, from its beginning */
  readonly began: () => void;
}

/** Shows, shares and saves documents. */
export class Documents {
  constructor(readonly parts: Parts) {}

  /** Compares later changes with the new texts. */
  #replace(texts: Texts): void {
    this.parts.comparing.begin();
    this.parts.draft.replace(texts);
  }

  /** Shows a new document. */
  begin(texts: Texts): void {
    history.replaceState(null, "", location.pathname + location.search);
    this.#replace(texts);
    this.parts.began();
  }

  /** Shows the text of a file. */
  async beginFile(input: HTMLInputElement): Promise<void> {
    const [file] = input.files ?? [];
    input.value = "";
    if (file) this.begin({ request: (await file.text()).replace(/^\ufeff/, "") });
  }

  async example({ file, data: dataFile }: Example): Promise<void> {
    const { gallery } = this.parts;
    const [source, record] = await Promise.all([gallery.text(file), dataFile === undefined ? null : gallery.text(dataFile)]);
    this.#replace({ request: source, data: record ?? undefined });
  }

  /** Shows the texts or the example that the page's address names. @returns a reason */
  async follow(): Promise<string | null> {
    const { hash } = location;
    if (hash === "") return null;
    try {
      const name = /^#example\/(.*)$/.exec(hash)?.[1];
      if (name !== undefined) {
        const example = (await this.parts.gallery.list()).find((e) => e.name === name);
        if (!example) throw new ShareError(`there is no example ${JSON.stringify(name)}`);
        await this.example(example);
        return null;
      }
      this.#replace(await readFragment(hash));
    } catch (e) {
      if (!(e instanceof ShareError)) throw e;
      return e.message;
    }
    return null;
  }

  async share(): Promise<void> {
    const { draft, pictures, link, told, failed } = this.parts;
    link.hidden = true;
    told.textContent = "";
    const fragment = await fragmentOf(draft.texts);
    if (fragment.length > MOST_LINK) return failed(`the link would have ${fragment.length} characters, at most ${MOST_LINK} are allowed`);
    history.replaceState(null, "", fragment);
    link.hidden = false;
    link.value = location.href;
    told.textContent = `Link made${Object.keys(pictures.assets).length > 0 ? "; pictures are not in it" : ""}.`;
    // absent without a secure context; the field has the address
    await navigator.clipboard?.writeText(location.href).catch(() => undefined);
  }

  async download(): Promise<void> {
    const { platen, draft, records, pictures, failed, hasErrors } = this.parts;
    try {
      const { text, isTemplate, templateTexts } = draft;
      const bound = isTemplate ? (await platen.bind({ ...templateTexts, record: records.chosen })).request : null;
      const body = bound ?? new TextEncoder().encode(text);
      const { pdf } = await platen.render(body, { assets: pictures.assets });
      const { settings } = (bound ?? parsed(text)) as { settings?: { output?: { file_name?: string } } };
      saveFile(pdf, fileName(settings?.output?.file_name, new Date()));
    } catch (e) {
      if (!hasErrors()) failed(messageOf(e));
    }
  }
}
