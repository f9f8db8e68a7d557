interface Element {
  readonly rows?: unknown;
}

interface Request {
  readonly settings?: { readonly layout?: { readonly flow?: boolean } };
  readonly flow_document?: { readonly segments: readonly object[] };
  readonly pages?: readonly { readonly elements?: readonly Element[] }[];
}

/** Content of all, with tables of pages as one; null if the content does not continue on other pages. */
export function joined(requests: readonly object[]): object | null {
  const all = requests as readonly Request[];
  const [first] = all;
  if (first?.flow_document) {
    const segments = all.flatMap((r, k) => (k === 0 ? r.flow_document!.segments : r.flow_document!.segments.map(withoutNames)));
    return { ...first, flow_document: { ...first.flow_document, segments } };
  }
  const [page, ...more] = first?.pages ?? [];
  if (!first?.settings?.layout?.flow || !page || more.length > 0) return null;
  const lists = all.map((r) => r.pages![0]!.elements ?? []);
  const elements = lists[0]!.flatMap((element, k) =>
    joinedElements(
      lists.map((list) => list[k]!),
      element,
    ),
  );
  return { ...first, pages: [{ ...page, elements }] };
}

const joinedElements = (copies: readonly Element[], first: Element): readonly Element[] =>
  Array.isArray(first.rows) ? [{ ...first, rows: copies.flatMap((copy) => copy.rows as readonly object[]) }] : copies;

/** Names that occur once in a document. */
const ONCE = ["destination", "id"];

function withoutNames<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutNames) as T;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([field]) => !ONCE.includes(field));
  return Object.fromEntries(entries.map(([field, v]) => [field, withoutNames(v as unknown)])) as T;
}
