/**
 * What excludes each other in a request, as types: a union with a form for each way that there is, in which the fields of the other ways are `never`.
 * An editor marks fields that cannot stand together; what is refused, and in which words, is for decoding and checks to say. The schemas are
 * generated from the same declarations, with `Forms` and `Refused` of scripts/generate/schemas.mjs: every field at its place, none excluded.
 */

/** One object type in place of an intersection, as editors show it. */
type Flat<T> = { [K in keyof T]: T[K] };
type KeysOf<F> = F extends unknown ? keyof F : never;
type Form<T, F, All extends PropertyKey> = F extends unknown ? Flat<Omit<T, All> & F & { [K in Exclude<All, keyof F>]?: never }> : never;

/** `T` in each of the forms `F`: a field that any of them names stands only in those that name it. */
export type Forms<T, F> = T extends unknown ? Form<T, F, KeysOf<F>> : never;

/** Fields that a form needs. */
export type Given<T, K extends keyof T> = Required<Pick<T, K>>;
/** Fields that a form may have. */
export type May<T, K extends keyof T> = Pick<T, K>;
/** Fields that no form has. */
export type Never<K extends PropertyKey> = { [P in K]?: never };

/** A field that is recognised and always refused, with what stands in its place. */
export type Refused = never;
