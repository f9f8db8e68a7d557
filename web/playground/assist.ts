import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { hoverTooltip, type EditorView } from "@codemirror/view";
import { isValue, JsonText, type Node } from "./json-tree.js";
import { typeOf, type RequestSchema } from "./schema.js";

type SchemaOf = () => RequestSchema | null;

const objectAt = (node: Node | null): Node | null => {
  let at = node;
  while (at && at.name !== "Object" && at.name !== "Array") at = at.parent;
  return at;
};

function placeAt(
  json: JsonText,
  position: number,
): { readonly kind: "name" | "value"; readonly pointer: string; readonly token: Node | null } | null {
  const node = json.tree.resolveInner(position, -1);
  if (node.name === "PropertyName" && position > node.from) {
    const object = node.parent!.parent!;
    return { kind: "name", pointer: json.pointerAt(object.from), token: node };
  }
  if (isValue(node) && node.name !== "Object" && node.name !== "Array" && position > node.from)
    return { kind: "value", pointer: json.pointerAt(node.from), token: node };
  const around = objectAt(node);
  const before = json
    .slice(Math.max(0, position - 200), position)
    .trimEnd()
    .at(-1);
  const property = node.name === "Property" ? node : node.parent?.name === "Property" ? node.parent : null;
  if (before === ":") {
    const of = property ?? json.tree.resolveInner(position - 1, -1).parent;
    return of?.name === "Property" ? { kind: "value", pointer: json.pointerAt(of.from), token: null } : null;
  }
  if (around?.name === "Object" && (before === "{" || before === ","))
    return { kind: "name", pointer: json.pointerAt(around.from), token: null };
  return null;
}

function opening(
  schema: RequestSchema,
  name: string,
  field: Parameters<RequestSchema["leaves"]>[0],
): { readonly text: string; readonly cursor: number } {
  const leaves = schema.leaves(field);
  const kinds = new Set(leaves.flatMap((leaf) => leaf.type ?? []));
  const text = kinds.has("string") ? '""' : kinds.has("object") ? "{}" : kinds.has("array") ? "[]" : "";
  const start = `${JSON.stringify(name)}: `;
  return { text: start + text, cursor: start.length + (text === "" ? 0 : 1) };
}

export const completer =
  (known: SchemaOf) =>
  (context: CompletionContext): CompletionResult | null => {
    const schema = known();
    if (!schema) return null;
    const json = JsonText.of(context.state);
    const place = placeAt(json, context.pos);
    if (!place || (!place.token && !context.explicit && !/[:{,]\s*$/.test(json.slice(Math.max(0, context.pos - 3), context.pos))))
      return null;
    const { token, pointer } = place;
    const from = token ? token.from + (token.name === "String" || token.name === "PropertyName" ? 1 : 0) : context.pos;
    return place.kind === "name" ? names(schema, json, pointer, token, from) : values(schema, json, pointer, token, from);
  };

function names(schema: RequestSchema, json: JsonText, pointer: string, token: Node | null, from: number): CompletionResult {
  const object = json.at(pointer);
  const current = token ? json.nameOf(token.parent!) : null;
  const present = new Set(object ? json.properties(object).map((p) => json.nameOf(p)) : []);
  const options: Completion[] = [];
  for (const [name, field] of schema.fields(schema.at(json, pointer, current ?? undefined))) {
    if (present.has(name) && name !== current) continue;
    const info = schema.description(field);
    options.push({
      label: name,
      type: "property",
      detail: typeOf(schema.leaves(field)),
      ...(info !== "" && { info }),
      apply: (view: EditorView, _c, _from, to) => {
        const start = token ? token.from : from;
        const end = token ? Math.max(to, to < token.to && json.slice(token.to - 1, token.to) === '"' ? token.to : to) : to;
        const hasValue = /^\s*:/.test(view.state.sliceDoc(end, end + 20));
        const { text, cursor } = hasValue ? { text: JSON.stringify(name), cursor: name.length + 2 } : opening(schema, name, field);
        view.dispatch({
          changes: { from: start, to: end, insert: text },
          selection: { anchor: start + cursor },
          userEvent: "input.complete",
        });
      },
    });
  }
  return { from, options, validFor: /^[\w$-]*$/ };
}

function values(schema: RequestSchema, json: JsonText, pointer: string, token: Node | null, from: number): CompletionResult | null {
  const cut = pointer.lastIndexOf("/");
  const name = pointer.slice(cut + 1);
  const parent = schema.at(json, pointer.slice(0, cut), name);
  const field = parent.flatMap((leaf) =>
    leaf.properties && Object.hasOwn(leaf.properties, name) ? schema.leaves(leaf.properties[name]!) : [],
  );
  const leaves = field.length > 0 ? field : schema.at(json, pointer);
  const isString = token?.name === "String";
  const options = schema.values(leaves).flatMap((value): Completion[] => {
    if (isString && typeof value !== "string") return [];
    return [
      {
        label: typeof value === "string" ? value : JSON.stringify(value),
        type: "enum",
        apply: (view, _c, _from, to) => {
          const start = token ? token.from : from;
          const end = token ? Math.max(to, token.to) : to;
          const text = JSON.stringify(value);
          view.dispatch({
            changes: { from: start, to: end, insert: text },
            selection: { anchor: start + text.length },
            userEvent: "input.complete",
          });
        },
      },
    ];
  });
  return options.length === 0 ? null : { from, options, validFor: /^[\w$ .-]*$/ };
}

export const descriptions = (known: SchemaOf) =>
  hoverTooltip((view, position) => {
    const schema = known();
    if (!schema) return null;
    const json = JsonText.of(view.state);
    const node = json.tree.resolveInner(position, 1);
    const property = node.name === "PropertyName" ? node.parent : null;
    if (!property) return null;
    const name = json.nameOf(property);
    const field = schema.fields(schema.at(json, json.pointerAt(property.parent!.from))).get(name);
    if (!field) return null;
    const leaves = schema.leaves(field);
    return {
      pos: node.from,
      end: node.to,
      above: true,
      create: () => {
        const dom = document.createElement("div");
        dom.className = "about";
        const title = document.createElement("strong");
        title.textContent = `${name}: ${typeOf(leaves)}`;
        const text = document.createElement("p");
        const allowed = schema.values(leaves).map((v) => JSON.stringify(v));
        const fallback = field.default ?? leaves[0]?.default;
        text.textContent = [
          schema.description(field),
          allowed.length > 0 ? `Values: ${allowed.join(", ")}.` : "",
          fallback === undefined ? "" : `Default: ${JSON.stringify(fallback)}.`,
        ]
          .filter((part) => part !== "")
          .join(" ");
        dom.append(title, text);
        return { dom };
      },
    };
  });
