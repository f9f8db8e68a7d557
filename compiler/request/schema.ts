// Types of JSON Schema 2020-12, as far as the generated schemas use it.
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  /** of the values those that this place takes: others are API-002 */
  readonly words?: readonly string[];
  readonly properties?: { readonly [key: string]: Schema };
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema | false;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly discriminator?: { readonly propertyName: string };
  readonly description?: string;
  /** a secret, absent from messages */
  readonly writeOnly?: boolean;
}

/** A schema with the definitions of its references. */
export interface RootSchema extends Schema {
  readonly $defs: { readonly [name: string]: Schema };
}
