/** Coordinates of axes by tag. */
export interface Variations {
  readonly [tag: string]: number;
}

/** Returns a key that is equal for equal coordinates, empty without: `wdth=87.5 wght=350`. */
export const variationsKey = (variations: Variations | undefined): string =>
  variations === undefined
    ? ""
    : Object.entries(variations)
        .map(([tag, value]) => `${tag}=${value}`)
        .sort()
        .join(" ");
