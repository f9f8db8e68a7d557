// Edits of the selected elements: each is a change of the text, in one step of undo.
import { aligned, distributed, linesOf, type Move, type Side } from "./arrange.js";
import { parsed, type Draft } from "./draft.js";
import type { Grip, Handle } from "./drag.js";
import { exchanged, patched, withSource, type Operation } from "./edits.js";
import { elementsOf, itemOf, marginOf, outermost, ownerOf, pageOf, type Item } from "./elements.js";
import { boxOf, handlesOf, isPlaced, movedBy, sizedBy, type Box, type Setting } from "./geometry.js";
import { isObject, JsonText, valueAt } from "./json-tree.js";
import { blockOf, elementIn, type Kind, type PictureFile } from "./palette.js";
import type { Preview } from "./preview.js";
import type { Selection } from "./selection.js";

/** Distance of a copy from its original, mm. */
const COPY = 5;
/** Keys after a longer pause are another step of undo, ms. */
const PAUSE = 500;

const typeOf = (element: unknown): string => String(valueAt(element, "/type") ?? "object");

interface Copied {
  readonly value: unknown;
  readonly isNode: boolean;
}

/** A key with its step. */
interface PressedKey {
  readonly name: string;
  /** time of the event, ms */
  readonly at: number;
}

interface DeedCalls {
  /** receives the words of a status */
  readonly say: (words: string) => void;
  /** number of the page that is seen */
  readonly page: () => number;
  /** puts the focus on the pages */
  readonly focus: () => void;
}

export class Deeds {
  #copied: readonly Copied[] = [];
  #run = { key: "", text: "", at: 0 };

  constructor(
    readonly draft: Draft,
    readonly selection: Selection,
    readonly preview: Preview,
    readonly calls: DeedCalls,
  ) {}

  /** Moves what is selected, or others. @param key repetitions of one key are one step of undo */
  move(dx: number, dy: number, key: PressedKey | null = null, pointers = this.#pointers): void {
    const moves = outermost(pointers).map((pointer) => [pointer, [dx, dy]] as const);
    const moved = this.#moveEach(moves, key);
    this.preview.nudge(moved, dx, dy);
  }

  size(dw: number, dh: number, key: PressedKey | null = null, pointers = this.#pointers): void {
    const request = this.#request();
    if (request === null) return;
    const settings = pointers.map((pointer) => [pointer, sizedBy(valueAt(request, pointer), dw, dh, this.#drawn(pointer))] as const);
    this.#set(settings, key, (type) => `The size of the ${type} is that of its content: it stays`);
  }

  align(side: Side): void {
    const boxes = this.#boxes();
    if (boxes.length === 0) return this.calls.say("Nothing is selected that can be aligned");
    const page = this.#pageBox();
    const moves = aligned(
      boxes.map(([, box]) => box),
      side,
      page,
    );
    this.#moveEach(
      boxes.map(([pointer], i) => [pointer, moves[i]!]),
      null,
    );
  }

  distribute(axis: "x" | "y"): void {
    const boxes = this.#boxes();
    if (boxes.length < 3) return this.calls.say("Three or more elements are distributed: Shift and a click selects more");
    const moves = distributed(
      boxes.map(([, box]) => box),
      axis,
    );
    this.#moveEach(
      boxes.map(([pointer], i) => [pointer, moves[i]!]),
      null,
    );
  }

  /** Paints elements one place later or earlier among their siblings. */
  order(by: 1 | -1): void {
    const items = this.#items().sort((a, b) => by * (b.index - a.index));
    let { text } = this.draft;
    const now = new Map(items.map(({ pointer }) => [pointer, pointer]));
    const stays = new Set<string>();
    for (const { pointer, list, index } of items) {
      const other = `${list}/${index + by}`;
      const made = stays.has(other) ? null : exchanged(text, pointer, other);
      if (made === null) stays.add(pointer);
      else {
        text = made;
        now.set(pointer, other);
      }
    }
    if (!this.draft.apply(text))
      return this.calls.say(items.length === 0 ? "Nothing is selected" : `It is the ${by > 0 ? "last" : "first"}`);
    this.#select(
      this.selection.pointers.map((pointer) => {
        const item = itemOf(pointer);
        return item && now.has(item.pointer) ? now.get(item.pointer)! + pointer.slice(item.pointer.length) : pointer;
      }),
    );
  }

  duplicate(): void {
    const items = this.#items().sort((a, b) => a.index - b.index);
    const { list } = items.at(-1) ?? {};
    if (list === undefined) return this.calls.say("Nothing is selected");
    if (this.#request() === null) return;
    const same = items.filter((item) => item.list === list);
    const json = JsonText.ofText(this.draft.text);
    const sources = same.map(({ pointer }) => json.at(pointer)!).map(({ from, to }) => json.slice(from, to));
    const at = same.at(-1)!.index + 1;
    let text: string | null = this.draft.text;
    for (const [i, source] of sources.entries()) text = text && withSource(text, `${list}/${at + i}`, source);
    const copies = sources.map((_, i) => `${list}/${at + i}`);
    const parts = same.map((item) =>
      this.#pointers.find((pointer) => itemOf(pointer)?.pointer === item.pointer)!.slice(item.pointer.length),
    );
    this.#finish(
      text && this.#shifted(text, copies),
      copies.map((copy, i) => copy + parts[i]!),
    );
  }

  remove(): void {
    const items = this.#items();
    if (items.length === 0) return this.calls.say("Nothing is selected");
    const order = [...items].sort((a, b) => b.index - a.index);
    const text = patched(
      this.draft.text,
      order.map(({ pointer }) => ({ op: "remove", path: pointer })),
    );
    if (text === null || !this.draft.apply(text)) return;
    this.selection.set([]);
    this.calls.say(items.length === 1 ? "Deleted" : `${items.length} deleted`);
  }

  copy(): void {
    const request = this.#request();
    const items = this.#items();
    if (request === null || items.length === 0) return this.calls.say("Nothing is selected");
    this.#copied = items.map(({ pointer, list }) => ({ value: valueAt(request, pointer), isNode: list.endsWith("/content") }));
    this.calls.say(items.length === 1 ? "Copied" : `${items.length} copied`);
    void navigator.clipboard?.writeText(JSON.stringify(this.#copied.map(({ value }) => value))).catch(() => undefined);
  }

  cut(): void {
    this.copy();
    if (this.#items().length > 0) this.remove();
  }

  paste(): void {
    const target = this.#target();
    if (this.#copied.length === 0) return this.calls.say("Nothing was copied");
    if (!target) return this.calls.say("There is no page for it");
    const { list, index } = target;
    const isNode = list.endsWith("/content");
    const values = this.#copied.map((copied) => {
      if (copied.isNode === isNode) return copied.value;
      return isNode ? { type: "block", element: withoutPlace(copied.value) } : placedAt(valueAt(copied.value, "/element") ?? copied.value);
    });
    const operations = values.map((value, i): Operation => ({ op: "add", path: `${list}/${index + i}`, value }));
    const pasted = values.map((_, i) => `${list}/${index + i}`);
    const text = patched(target.text, operations);
    this.#finish(text && this.#shifted(text, pasted), isNode ? pasted.map((pointer) => `${pointer}/element`) : pasted);
    const made = this.#request();
    // the next one is further
    if (made !== null) this.#copied = pasted.map((pointer) => ({ value: valueAt(made, pointer), isNode }));
  }

  insert(kind: Kind, picture: PictureFile | null = null): void {
    const request = this.#request();
    const target = this.#target(true);
    if (request === null) return;
    if (!target) return this.calls.say("There is no page for it");
    const { list, index, page, text: before } = target;
    const { width, height } = this.preview.sizeOf(this.calls.page());
    const { left, top } = page === null ? { left: 0, top: 0 } : marginOf(request, page);
    const others = valueAt(request, list);
    const body = { left: -left, top: -top, right: width - left, bottom: height - top };
    const value =
      page === null
        ? { type: "block", element: blockOf(kind, [width * 0.7, height * 0.7], picture) }
        : elementIn(kind, body, Array.isArray(others) ? others : [], picture);
    const pointer = `${list}/${index}`;
    this.#finish(patched(before, [{ op: "add", path: pointer, value }]), [page === null ? `${pointer}/element` : pointer]);
  }

  selectAll(): void {
    const request = this.#request();
    const page = this.#page();
    if (request === null) return;
    const onPage = page === null ? new Set(this.preview.pathsOn(this.calls.page())) : null;
    const list = `/pages/${page}/elements/`;
    const all = elementsOf(request).filter((pointer) =>
      onPage ? onPage.has(pointer) : pointer.startsWith(list) && !pointer.slice(list.length).includes("/"),
    );
    this.#select(all);
  }

  /** Selects the next or the previous element. */
  step(by: 1 | -1): void {
    const request = this.#request();
    if (request === null) return;
    const all = elementsOf(request);
    const page = this.#page();
    const here = all.findIndex((pointer) => page === null || pageOf(pointer) === page);
    const at = all.indexOf(ownerOf(this.selection.last));
    const next = at < 0 ? (by > 0 ? Math.max(0, here) : here) : (at + by + all.length) % all.length;
    const pointer = all.at(next);
    if (pointer !== undefined) this.#select([pointer]);
  }

  /** Elements that a drag takes along, with the lines that it snaps to. */
  grip(pointer: string, handle: Handle | null): Grip | null {
    const request = this.draft.value;
    if (request === null) return null;
    const isTaken = (at: string): boolean => at === pointer || pointer.startsWith(`${at}/`);
    const selected = outermost(this.#pointers);
    const own = placedAbove(request, pointer);
    const several = selected.some(isTaken) ? selected.filter((at) => isPlaced(valueAt(request, at))) : [];
    const pointers = handle ? [pointer] : several.length > 1 ? several : own === null ? [] : [own];
    if (pointers.length === 0) return null;
    const boxes = pointers.flatMap((at) => this.#box(request, at) ?? []);
    const page = pageOf(pointers[0]!);
    const list = `/pages/${page}/elements`;
    const siblings = page === null ? null : valueAt(request, list);
    const others = (Array.isArray(siblings) ? siblings.map((_, i) => `${list}/${i}`) : [])
      .filter((at) => !pointers.some((taken) => taken === at || taken.startsWith(`${at}/`)))
      .flatMap((at) => this.#box(request, at) ?? []);
    const sheet = this.#pageBox(this.preview.drawn(pointer)?.page);
    const margin = page === null ? { left: 0, top: 0, right: 0, bottom: 0 } : marginOf(request, page);
    const all = [sheet, ...others];
    return {
      pointers,
      box: boxes.length === 0 ? null : around(boxes),
      lines: {
        x: [...linesOf(all, "x"), margin.left, sheet.right - margin.right],
        y: [...linesOf(all, "y"), margin.top, sheet.bottom - margin.bottom],
      },
    };
  }

  /** Box and handles of a selected element. */
  frame(pointer: string): { readonly box: Box; readonly handles: readonly Handle[] } | null {
    const request = this.draft.value;
    const box = request === null ? null : this.#box(request, pointer);
    return box && { box, handles: handlesOf(valueAt(request, pointer)) };
  }

  get #pointers(): readonly string[] {
    return [...new Set(this.selection.pointers.map(ownerOf))];
  }

  #request(): unknown {
    const { value } = this.draft;
    if (value === null) this.calls.say("The request is not JSON yet: mend it first");
    return value;
  }

  #items(): Item[] {
    return outermost(this.#pointers).flatMap((pointer) => itemOf(pointer) ?? []);
  }

  #drawn(pointer: string): Box | null {
    return this.preview.drawn(pointer)?.box ?? null;
  }

  #pageBox(page?: HTMLElement): Box {
    const { width, height } = this.preview.sizeOf(Number(page?.dataset["page"] ?? this.calls.page()));
    return { left: 0, top: 0, right: width, bottom: height };
  }

  /** Box on the page: by its fields directly on a page, else as drawn. */
  #box(request: unknown, pointer: string): Box | null {
    const element = valueAt(request, pointer);
    const page = pageOf(pointer);
    const isDirect = page !== null && itemOf(pointer)?.list === `/pages/${page}/elements`;
    const isTurned = isObject(element) && typeof element["rotation"] === "number" && element["rotation"] !== 0;
    const drawn = this.#drawn(pointer);
    if (!isDirect || (isTurned && drawn)) return drawn;
    const { left, top } = marginOf(request, page);
    return boxOf(element, { x: left, y: top }, drawn) ?? drawn;
  }

  #boxes(): readonly (readonly [string, Box])[] {
    const request = this.#request();
    if (request === null) return [];
    return outermost(this.#pointers).flatMap((pointer) => {
      const box = isPlaced(valueAt(request, pointer)) ? this.#box(request, pointer) : null;
      return box ? [[pointer, box] as const] : [];
    });
  }

  /** Index of the seen page in the request; null in a Flow Document. */
  #page(): number | null {
    const pages = valueAt(this.draft.value, "/pages");
    if (!Array.isArray(pages)) return null;
    const seen = this.calls.page();
    const marked = this.preview.pathsOn(seen).flatMap((pointer) => pageOf(pointer) ?? []);
    return marked[0] ?? Math.min(seen, pages.length) - 1;
  }

  /** Place of an addition, in the text that has its list: after the selected element, else at the end. @param atEnd of the page */
  #target(atEnd = false): (Omit<Item, "pointer"> & { readonly page: number | null; readonly text: string }) | null {
    const request = this.#request();
    if (request === null) return null;
    const { text } = this.draft;
    const page = this.#page();
    const selected = itemOf(ownerOf(this.selection.last));
    if (page !== null) {
      if (!isObject(valueAt(request, `/pages/${page}`))) return null;
      if (!atEnd && selected && pageOf(selected.list) === page) return { list: selected.list, index: selected.index + 1, page, text };
      const list = `/pages/${page}/elements`;
      const elements = valueAt(request, list);
      if (Array.isArray(elements)) return { list, index: elements.length, page, text };
      return { list, index: 0, page, text: patched(text, [{ op: "add", path: list, value: [] }])! };
    }
    const segments = valueAt(request, "/flow_document/segments");
    if (!Array.isArray(segments)) return null;
    if (selected?.list.endsWith("/content")) return { list: selected.list, index: selected.index + 1, page, text };
    const list = `/flow_document/segments/${segments.length - 1}/content`;
    const content = valueAt(request, list);
    return Array.isArray(content) ? { list, index: content.length, page, text } : null;
  }

  #moveEach(moves: readonly (readonly [string, Move])[], key: PressedKey | null): readonly string[] {
    const request = this.#request();
    if (request === null) return [];
    const settings = moves.map(([pointer, [dx, dy]]) => [pointer, movedBy(valueAt(request, pointer), dx, dy)] as const);
    this.#set(settings, key, (type) => `The ${type} is placed by what is around it: it stays`);
    return settings.flatMap(([pointer, made]) => (made ? [pointer] : []));
  }

  #set(settings: readonly (readonly [string, readonly Setting[] | null])[], key: PressedKey | null, stays: (type: string) => string): void {
    const request = this.draft.value;
    if (settings.length === 0) return this.calls.say("Nothing is selected");
    const operations = settings.flatMap(([pointer, made]) =>
      (made ?? []).flatMap(([field, value]): readonly Operation[] => {
        const path = pointer + field;
        if (valueAt(request, path) !== undefined) return [{ op: "replace", path, value }];
        const parent = path.slice(0, path.lastIndexOf("/"));
        const above: Operation[] = valueAt(request, parent) === undefined ? [{ op: "add", path: parent, value: {} }] : [];
        return [...above, { op: "add", path, value }];
      }),
    );
    const run = key ? [key.name, ...this.selection.pointers].join(" ") : "";
    const isSame = key !== null && run === this.#run.key && this.draft.text === this.#run.text;
    const isContinued = isSame && key.at - this.#run.at < PAUSE;
    const text = patched(this.draft.text, operations);
    if (text !== null) this.draft.apply(text, isContinued);
    this.#run = { key: run, text: this.draft.text, at: performance.now() };
    this.#select(this.selection.pointers);
    const left = settings.find(([, made]) => made === null);
    if (left) this.calls.say(stays(typeOf(valueAt(request, left[0]))));
  }

  /** Elements of a text 5 mm right and down. */
  #shifted(text: string, pointers: readonly string[]): string | null {
    const request = parsed(text);
    const operations = pointers.flatMap((pointer) =>
      (movedBy(valueAt(request, pointer), COPY, COPY) ?? []).map(([field, value]): Operation => ({
        op: "replace",
        path: pointer + field,
        value,
      })),
    );
    return patched(text, operations);
  }

  #finish(text: string | null, selected: readonly string[]): void {
    if (text === null || !this.draft.apply(text)) return;
    this.#select(selected);
    this.calls.focus();
  }

  #select(pointers: readonly string[]): void {
    this.selection.set(pointers);
    this.draft.place(this.selection.last);
  }
}

function around(boxes: readonly Box[]): Box {
  const side = (of: (box: Box) => number, most: (...all: number[]) => number): number => most(...boxes.map(of));
  return {
    left: side((b) => b.left, Math.min),
    top: side((b) => b.top, Math.min),
    right: side((b) => b.right, Math.max),
    bottom: side((b) => b.bottom, Math.max),
  };
}

/** The innermost element at a pointer or above it that its own fields place. */
function placedAbove(request: unknown, pointer: string): string | null {
  for (let at = pointer; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) if (isPlaced(valueAt(request, at))) return at;
  return null;
}

const MARGIN = 20;

function placedAt(element: unknown): unknown {
  return isPlaced(element) || !isObject(element) ? element : { ...element, layout: { left: MARGIN, top: MARGIN } };
}

function withoutPlace(element: unknown): unknown {
  if (!isObject(element)) return element;
  const { layout: _layout, ...rest } = element;
  return rest;
}
