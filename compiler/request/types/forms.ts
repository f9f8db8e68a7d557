/**
 * Types of mutually exclusive fields: a union with one form per alternative, in which the fields of the others are `never`. Editors mark
 * invalid combinations; decoding and checks refuse them with messages. The schemas are generated from the same declarations, with `Forms`
 * and `Refused` of scripts/generate/schemas.mjs: all fields, none excluded.
 */

/** One object type in place of an intersection, for display in editors. */
type Flat<T> = { [K in keyof T]: T[K] };
type KeysOf<F> = F extends unknown ? keyof F : never;
type Form<T, F, All extends PropertyKey> = F extends unknown ? Flat<Omit<T, All> & F & { [K in Exclude<All, keyof F>]?: never }> : never;

/** `T` in each of the forms `F`: a field named by any form is allowed only in the forms that name it. */
export type Forms<T, F> = T extends unknown ? Form<T, F, KeysOf<F>> : never;

/** Fields that a form requires. */
export type Given<T, K extends keyof T> = Required<Pick<T, K>>;
/** Fields that a form allows. */
export type May<T, K extends keyof T> = Pick<T, K>;
/** Fields excluded from a form. */
export type Never<K extends PropertyKey> = { [P in K]?: never };

/** A word of a field in one of several types; each other word of the field is API-002 there. */
export type Words<Own> = Own;

/** A field that is recognised and always refused, with a named alternative. */
export type Refused = never;
