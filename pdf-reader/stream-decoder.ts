import { applyFilter, isFilter } from "./filters.js";
import type { Meter } from "./meter.js";
import { isArray, isDict, nameOf } from "./objects.js";
import { PdfFault, PdfRef, type PdfDecoded, type PdfDict, type PdfObject, type PdfStream } from "./types.js";

const MOST_FILTERS = 16;

/** Takes the filters of a file's streams away. */
export class StreamDecoder {
  constructor(
    readonly meter: Meter,
    readonly get: (object: PdfObject | undefined) => PdfObject,
  ) {}

  /** `encoded`: the stream's bytes, not encrypted. @throws PdfFault over a budget */
  decode(stream: PdfStream, encoded: Uint8Array): PdfDecoded {
    let bytes = encoded;
    let damaged = false;
    const filters = this.#filters(stream.dict);
    if (filters.length === 0) this.meter.decoded(bytes.length);
    for (const { name, params } of filters) {
      if (name === "Crypt") continue;
      if (!isFilter(name)) {
        if (bytes === encoded) this.meter.decoded(bytes.length);
        return { bytes, codec: { name, params }, damaged };
      }
      const applied = applyFilter(name, bytes, params, this.meter);
      bytes = applied.bytes;
      damaged ||= applied.damaged;
    }
    return { bytes, codec: null, damaged };
  }

  /** Name of the crypt filter that a stream declares; null if it has none. */
  cryptOf(dict: PdfDict): string | null {
    const crypt = this.#filters(dict).find(({ name }) => name === "Crypt");
    return crypt === undefined ? null : (nameOf(crypt.params?.get("Name")) ?? "Identity");
  }

  #filters(dict: PdfDict): { readonly name: string; readonly params: PdfDict | null }[] {
    const list = (value: PdfObject | undefined): readonly PdfObject[] => {
      const found = this.get(value);
      return isArray(found) ? found : found === null ? [] : [found];
    };
    const params = list(dict.get("DecodeParms") ?? dict.get("DP"));
    const filters = list(dict.get("Filter") ?? dict.get("F"));
    if (filters.length > MOST_FILTERS) throw new PdfFault(`has a stream with ${filters.length} filters; at most ${MOST_FILTERS} are read`);
    return filters.map((f, i) => {
      const direct = this.get(params[i]);
      return { name: nameOf(this.get(f)) ?? "", params: isDict(direct) ? this.#direct(direct) : null };
    });
  }

  #direct(dict: PdfDict): PdfDict {
    return new Map([...dict].map(([key, value]) => [key, value instanceof PdfRef && key !== "JBIG2Globals" ? this.get(value) : value]));
  }
}
