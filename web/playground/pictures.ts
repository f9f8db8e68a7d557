import { button } from "./problems.js";

const KINDS: ReadonlyMap<string, string> = new Map(
  Object.entries({ "image/png": "PNG", "image/jpeg": "JPEG", "image/webp": "WebP", "image/svg+xml": "SVG" }),
);
/** Bound of a picture, as that of the service. */
const MOST_PIXELS = 67_108_864;

export class Pictures {
  readonly #bytes = new Map<string, Uint8Array>();

  /** @param changed after each change; @param told receives refusals */
  constructor(
    readonly list: HTMLElement,
    readonly changed: () => void,
    readonly told: (message: string) => void,
  ) {}

  get assets(): Record<string, Uint8Array> {
    // keys with and without the extension, as those of `--asset-dir`
    const short = [...this.#bytes].map(([name, bytes]) => [name.replace(/\.[^.]*$/, ""), bytes] as const);
    return Object.fromEntries([...short, ...this.#bytes]);
  }

  /** @returns true if all are taken */
  async add(files: Iterable<File>): Promise<boolean> {
    const refused: string[] = [];
    let added = 0;
    for (const file of files) {
      const pixels = KINDS.has(file.type) ? await pixelsOf(file) : 0;
      if (!KINDS.has(file.type)) refused.push(`${file.name}: a picture is a ${[...KINDS.values()].join(", ")} file`);
      else if (pixels > MOST_PIXELS) refused.push(`${file.name}: the picture has ${pixels} pixels, at most ${MOST_PIXELS} are allowed`);
      else {
        this.#bytes.set(file.name, new Uint8Array(await file.arrayBuffer()));
        added++;
      }
    }
    if (added > 0) {
      this.#show();
      this.changed();
    }
    for (const message of refused) this.told(message);
    return refused.length === 0;
  }

  #show(): void {
    this.list.replaceChildren(
      ...[...this.#bytes].map(([name, bytes]) => {
        const item = document.createElement("li");
        const remove = button("Remove", () => {
          this.#bytes.delete(name);
          this.#show();
          this.changed();
        });
        remove.setAttribute("aria-label", `Remove ${name}`);
        item.append(`${name} (${Math.ceil(bytes.length / 1024)} KB) `, remove);
        return item;
      }),
    );
    this.list.hidden = this.#bytes.size === 0;
  }
}

/** Pixels of a picture; 0 for one that the browser does not read, which the render refuses by name. */
async function pixelsOf(file: File): Promise<number> {
  if (file.type === "image/svg+xml") return 0;
  if (file.type === "image/png") {
    const head = new DataView(await file.slice(0, 24).arrayBuffer());
    return head.byteLength < 24 ? 0 : head.getUint32(16) * head.getUint32(20);
  }
  try {
    const { width, height } = await createImageBitmap(file);
    return width * height;
  } catch {
    return 0;
  }
}

/** Width of a picture by its height; null if the browser does not read it. */
export async function ratioOf(file: File): Promise<number | null> {
  const address = URL.createObjectURL(file);
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    return picture.naturalHeight > 0 ? picture.naturalWidth / picture.naturalHeight : null;
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
}
