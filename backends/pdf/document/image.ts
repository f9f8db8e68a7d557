// Image XObjects of image resources (ISO 32000-1, 8.9.5).
import type { BlobId, Blobs, ImageResource, Resources } from "../../../ir/ir.js";
import type { ObjectWriter } from "../syntax/object-writer.js";
import { Bytes, name, type Dict, type PdfValue, type Ref } from "../syntax/object.js";

const FILTERS = { jpeg: name("DCTDecode"), "png-idat": name("FlateDecode"), raw: undefined };

/** Images and colour profiles of documents of one file, by their values. */
export type SharedImages = Map<string, Ref>;

export class ImageWriter {
  readonly #images = new Map<number, Ref>();
  readonly #profiles = new Map<number, Ref>();

  /** @param shared null: the file has one document */
  constructor(
    readonly file: ObjectWriter,
    readonly resources: Resources,
    readonly blobs: Blobs,
    readonly shared: SharedImages | null = null,
  ) {}

  image(id: number): Ref {
    let ref = this.#images.get(id);
    if (!ref) {
      const image = this.resources.images[id]!;
      const profile = image.profile === null ? null : this.resources.profiles[image.profile]!;
      ref = this.#once(
        () => JSON.stringify([image, profile]),
        () => this.#write(image),
      );
      this.#images.set(id, ref);
    }
    return ref;
  }

  #once(keyOf: () => string, write: () => Ref): Ref {
    if (!this.shared) return write();
    const key = keyOf();
    let ref = this.shared.get(key);
    if (!ref) this.shared.set(key, (ref = write()));
    return ref;
  }

  #write(image: ImageResource): Ref {
    const { width, height, bits } = image;
    const colors = image.color === "rgb" ? 3 : 1;
    const dict: Dict = {
      Type: name("XObject"),
      Subtype: name("Image"),
      Width: width,
      Height: height,
      ColorSpace: this.#space(image),
      BitsPerComponent: bits,
      Decode: image.inverted ? [1, 0, 1, 0, 1, 0, 1, 0] : undefined,
      SMask: image.alpha === null ? undefined : this.#mask(image.alpha, width, height),
      Filter: FILTERS[image.encoding],
      DecodeParms: image.encoding === "png-idat" ? { Predictor: 15, Colors: colors, BitsPerComponent: bits, Columns: width } : undefined,
    };
    return image.encoding === "raw" ? this.#pixels(dict, image.blob) : this.file.stream(dict, this.blobs.get(image.blob));
  }

  #mask(alpha: BlobId, width: number, height: number): Ref {
    const dict: Dict = {
      Type: name("XObject"),
      Subtype: name("Image"),
      Width: width,
      Height: height,
      ColorSpace: name("DeviceGray"),
      BitsPerComponent: 8,
    };
    return this.#pixels(dict, alpha);
  }

  /** Large images may already be deflated by the decoder. */
  #pixels(dict: Dict, blob: BlobId): Ref {
    const deflated = this.file.options.pretty ? undefined : this.blobs.deflated?.(blob);
    return deflated ? this.file.deflated(dict, deflated) : this.file.stream(dict, this.blobs.get(blob));
  }

  #space(image: ImageResource): PdfValue {
    const device = { gray: "DeviceGray", rgb: "DeviceRGB", cmyk: "DeviceCMYK", indexed: "DeviceRGB" }[image.color];
    const base: PdfValue = image.profile === null ? name(device) : [name("ICCBased"), this.#profile(image.profile)];
    if (image.color !== "indexed") return base;
    const palette = this.blobs.get(image.palette!);
    return [name("Indexed"), base, palette.length / 3 - 1, new Bytes(palette)];
  }

  #profile(id: number): Ref {
    let ref = this.#profiles.get(id);
    if (!ref) {
      const { blob, components } = this.resources.profiles[id]!;
      ref = this.#once(
        () => `${components} ${blob}`,
        () => this.file.stream({ N: components }, this.blobs.get(blob)),
      );
      this.#profiles.set(id, ref);
    }
    return ref;
  }
}
