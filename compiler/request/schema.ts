// The part of JSON Schema 2020-12 that the generated schemas use, as types.
/** The part of JSON Schema 2020-12 that the generated schemas use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: { readonly [key: string]: Schema };
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema | false;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly discriminator?: { readonly propertyName: string };
  readonly description?: string;
  /** a secret: never shown again */
  readonly writeOnly?: boolean;
}

/** A schema with the definitions that its references name. */
export interface RootSchema extends Schema {
  readonly $defs: { readonly [name: string]: Schema };
}
