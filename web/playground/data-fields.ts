// Declared fields of a template, and those that data have.
import { isObject, valueAt } from "./json-tree.js";

type FieldType = "string" | "number" | "boolean" | "array";

/** A field of a template's schema. */
interface DataField {
  readonly name: string;
  readonly type: FieldType;
  readonly items?: readonly DataField[];
}

/** A field with its path, and that of the array whose elements have it. */
export interface PlacedField {
  readonly path: string;
  readonly type: FieldType;
  readonly array: PlacedField | null;
  readonly field: DataField;
}

const NAME = /^[A-Za-z_]\w*$/;
const TYPES = new Set<unknown>(["string", "number", "boolean", "array"]);

const typeOf = (value: unknown): FieldType =>
  typeof value === "number" ? "number" : typeof value === "boolean" ? "boolean" : Array.isArray(value) ? "array" : "string";

/** Fields that records have in common or alone, in the order of their first occurrence. */
function fieldsIn(records: readonly unknown[], prefix = ""): readonly DataField[] {
  const names = new Set(records.flatMap((record) => (isObject(record) ? Object.keys(record) : [])));
  return [...names].flatMap((key): readonly DataField[] => {
    const values = records.flatMap((record) => (isObject(record) && Object.hasOwn(record, key) ? [record[key]] : []));
    const name = `${prefix}${key}`;
    const known = values.filter((value) => value !== null);
    const objects = known.filter((value) => isObject(value) && !Array.isArray(value));
    if (!NAME.test(key)) return [];
    if (objects.length > 0) return fieldsIn(objects, `${name}.`);
    const type = typeOf(known[0]);
    if (type !== "array") return [{ name, type }];
    const items = fieldsIn(known.flatMap((value) => (Array.isArray(value) ? (value as readonly unknown[]) : [])));
    return [items.length > 0 ? { name, type, items } : { name, type }];
  });
}

/** Fields of data, one record or an array of them; those declared before stay as they are. */
export function fieldsFromData(data: unknown, declared: unknown): readonly unknown[] {
  const before = Array.isArray(declared) ? (declared as readonly unknown[]) : [];
  const known = new Set(before.map((field) => valueAt(field, "/name")));
  const found = fieldsIn(Array.isArray(data) ? data : [data]);
  return [...before, ...found.filter(({ name }) => !known.has(name))];
}

/** Declared fields with those of their elements, in their order. */
export function placedFields(declared: unknown, array: PlacedField | null = null): readonly PlacedField[] {
  if (!Array.isArray(declared)) return [];
  return declared.flatMap((field: unknown): readonly PlacedField[] => {
    const { name, type, items } = isObject(field) ? (field as Partial<DataField>) : {};
    if (typeof name !== "string" || !TYPES.has(type)) return [];
    const placed = { path: array ? `${array.path}.${name}` : name, type: type!, array, field: field as DataField };
    return [placed, ...(type === "array" ? placedFields(items, placed) : [])];
  });
}
