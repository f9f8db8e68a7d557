declare module "bidi-js" {
  interface Bidi {
    getBidiCharTypeName(char: string): string;
    /** null where it is no opening bracket */
    openingToClosingBracket(char: string): string | null;
    closingToOpeningBracket(char: string): string | null;
    /** the bracket that it is equivalent to, null where it is so to none */
    getCanonicalBracket(char: string): string | null;
    /** null where it has no mirror image */
    getMirroredCharacter(character: string): string | null;
  }
  const factory: () => Bidi;
  export default factory;
}
