declare module "bidi-js" {
  interface Bidi {
    getEmbeddingLevels(
      text: string,
      direction?: "ltr" | "rtl",
    ): {
      readonly levels: Uint8Array;
      readonly paragraphs: readonly { readonly start: number; readonly end: number; readonly level: number }[];
    };
    getBidiCharTypeName(char: string): string;
    /** null where it has no mirror image */
    getMirroredCharacter(character: string): string | null;
  }
  const factory: () => Bidi;
  export default factory;
}
