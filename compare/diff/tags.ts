import type { Rect, TagFact } from "../facts/facts.js";
import type { Finding, Sink, Spot } from "./collect.js";
import { Digest } from "./digest.js";
import { commonInTurn } from "./sequence.js";
import type { ToldWords } from "./words.js";

/** Facts of the pages that the comparison of tags reads. */
interface TagContext {
  readonly told: ToldWords;
  /** Finds the page of the other side that a page is compared with. */
  readonly counterpart: (side: "left" | "right", page: number) => number | null;
  /** Tells if a place of a page is not compared. */
  readonly isLeftOut: (side: "left" | "right", page: number, rect: Rect) => boolean;
}

/** A tag in the preorder of its tree. */
interface Node {
  readonly tag: TagFact;
  readonly preorder: number;
  readonly depth: number;
  readonly parent: Node | null;
  /** Properties and text as one text. */
  readonly properties: string;
  readonly kids: Node[];
  /** Digest of the tag with its kids. */
  subtree: string;
  hasPage: boolean;
  /** true: the tag or one below it belongs to a page that is compared, or none to any page. */
  isCompared: boolean;
  match: Node | null;
}

const propertiesOf = ({ properties }: TagFact): string => JSON.stringify([...properties].sort(([a], [b]) => (a < b ? -1 : 1)));

function nodeOf(tag: TagFact, parent: Node | null, preorder: number): Node {
  const depth = parent ? parent.depth + 1 : 0;
  const hasPage = tag.page !== null;
  return { tag, preorder, depth, parent, properties: propertiesOf(tag), kids: [], subtree: "", hasPage, isCompared: false, match: null };
}

/** Nodes in preorder: a tree may be deeper than the stack. */
function nodesOf(root: TagFact, side: "left" | "right", { counterpart, isLeftOut }: TagContext): readonly Node[] {
  const nodes: Node[] = [];
  const waiting: { readonly tag: TagFact; readonly parent: Node | null }[] = [{ tag: root, parent: null }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { tag, parent } = next;
    const node = nodeOf(tag, parent, nodes.length);
    nodes.push(node);
    parent?.kids.push(node);
    for (let k = tag.kids.length - 1; k >= 0; k--) waiting.push({ tag: tag.kids[k]!, parent: node });
  }
  for (let k = nodes.length - 1; k >= 0; k--) {
    const node = nodes[k]!;
    const { tag, parent } = node;
    const digest = new Digest().text(tag.role).text(node.properties).text(tag.text);
    for (const kid of node.kids) digest.text(kid.subtree);
    node.subtree = digest.value();
    if (!node.hasPage || (tag.page !== null && counterpart(side, tag.page) !== null)) node.isCompared = true;
    if (!parent || !node.hasPage) continue;
    parent.hasPage = true;
    if (node.isCompared) parent.isCompared = true;
  }
  const isHidden = ({ tag: { page, rect } }: Node): boolean => page !== null && rect !== null && isLeftOut(side, page, rect);
  return nodes.filter((node) => node.parent === null || (node.isCompared &&= !isHidden(node)));
}

/** Order of the searches: alike in place, at another depth, with other properties, with another text, with another role. */
const KEYS: readonly ((node: Node) => string)[] = [
  ({ depth, tag, properties }) => `${depth} ${tag.role} ${properties} ${tag.text}`,
  ({ tag, properties }) => `${tag.role} ${properties} ${tag.text}`,
  ({ depth, tag }) => `${depth} ${tag.role} ${tag.text}`,
  ({ depth, tag }) => `${depth} ${tag.role}`,
  // a text alone: tags without one have nothing in common
  ({ depth, tag, preorder }) => (tag.text === "" ? `${depth} ${preorder} ${tag.role}` : `${depth} ${tag.text}`),
];

function matchNodes(a: readonly Node[], b: readonly Node[]): void {
  const match = (x: Node, y: Node): void => {
    x.match = y;
    y.match = x;
  };
  match(a[0]!, b[0]!);
  const below = [a.slice(1), b.slice(1)] as const;
  for (const [i, j] of commonInTurn(...below, KEYS)) match(below[0][i]!, below[1][j]!);
}

/** Finds whole subtrees that are at another place of the tree, in the order of the left one. */
function movedSubtrees(a: readonly Node[], b: readonly Node[]): readonly (readonly [Node, Node])[] {
  const places = new Map<string, Node[]>();
  for (let k = b.length - 1; k >= 0; k--) {
    const node = b[k]!;
    if (node.match) continue;
    const found = places.get(node.subtree);
    if (found) found.push(node);
    else places.set(node.subtree, [node]);
  }
  const found: (readonly [Node, Node])[] = [];
  for (const node of a) {
    if (node.match) continue;
    const others = places.get(node.subtree);
    let other = others?.pop();
    while (other?.match) other = others?.pop();
    if (!other) continue;
    found.push([node, other]);
    matchSubtrees(node, other);
  }
  return found;
}

/** Matches equal subtrees node by node, as far as their nodes have no match. */
function matchSubtrees(left: Node, right: Node): void {
  const waiting: (readonly [Node, Node])[] = [[left, right]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [x, y] = next;
    if (x.match || y.match) continue;
    x.match = y;
    y.match = x;
    x.kids.forEach((kid, k) => waiting.push([kid, y.kids[k]!]));
  }
}

/** Nearest ancestor with a match: tags between, which were put in or taken out, are differences of their own. */
function ancestors(nodes: readonly Node[]): ReadonlyMap<Node, Node | null> {
  const found = new Map<Node, Node | null>();
  for (const node of nodes) {
    let parent = node.parent;
    // parents that are not compared are passed over
    while (parent && !parent.match && !found.has(parent)) parent = parent.parent;
    found.set(node, parent && !parent.match ? (found.get(parent) ?? null) : parent);
  }
  return found;
}

const wordsOf = (text: string): readonly string[] => text.split(" ").filter((word) => word !== "");

/** Tells if differences of words say what changed between two texts: each word that one text alone has, or one of those that are in another order. */
function isTold(a: string, b: string, told: ToldWords): boolean {
  const x = wordsOf(a);
  const y = wordsOf(b);
  const surplus = new Map<string, number>();
  for (const word of x) surplus.set(word, (surplus.get(word) ?? 0) + 1);
  for (const word of y) surplus.set(word, (surplus.get(word) ?? 0) - 1);
  let hasSameWords = true;
  for (const [word, count] of surplus) {
    if (count === 0) continue;
    hasSameWords = false;
    if (!told[count > 0 ? "left" : "right"].has(word)) return false;
  }
  return !hasSameWords || x.some((word) => told.left.has(word));
}

/**
 * Compares trees of tags (DF-12). A text of a tag that changed is a difference only where the words of the pages do not say the same: one
 * word that changed is one difference. Tags of pages without a counterpart belong to the difference of the page.
 */
export function compareTags(left: TagFact | null, right: TagFact | null, context: TagContext, sink: Sink): void {
  if (!left || !right) {
    if (left === right) return;
    const spot: Spot = { rect: null, value: undefined, at: { of: "tag", preorder: 0 } };
    sink({ kind: "tag", change: left ? "removed" : "added", page: null, left: left && spot, right: right && spot });
    return;
  }
  const emit = emitter(context, sink);
  const a = nodesOf(left, "left", context);
  const b = nodesOf(right, "right", context);
  matchNodes(a, b);
  const moved = movedSubtrees(a, b);
  for (const [x, y] of moved) emit("moved", null, [x, valueOf(x)], [y, valueOf(y)]);
  const isMoved = new Set(moved.map(([x]) => x));
  const above = ancestors(a);
  const aboveRight = ancestors(b);
  for (const x of a) {
    const y = x.match;
    if (!y) {
      if (isFirstOfItsKind(x)) emit("removed", null, [x, valueOf(x)], null);
      continue;
    }
    reportProperties(x, y, context.told, emit);
    const hasMoved = (above.get(x)?.match ?? null) !== (aboveRight.get(y) ?? null);
    if (hasMoved && !isMoved.has(x)) emit("moved", "parent", [x, above.get(x)?.tag.role ?? ""], [y, aboveRight.get(y)?.tag.role ?? ""]);
  }
  for (const y of b) if (!y.match && isFirstOfItsKind(y)) emit("added", null, null, [y, valueOf(y)]);
}

/** A tag that only one side has, below one that both have: those below it need no difference of their own. */
const isFirstOfItsKind = ({ parent }: Node): boolean => !parent || parent.match !== null || !parent.isCompared;

const valueOf = ({ tag: { role, text } }: Node): string => (text === "" ? role : `${role}: ${text}`);

function reportProperties(x: Node, y: Node, told: ToldWords, emit: Emit): void {
  const changed = (property: string, from: string | undefined, to: string | undefined): void =>
    emit("changed", property, [x, from], [y, to]);
  if (x.tag.role !== y.tag.role) changed("role", x.tag.role, y.tag.role);
  if (x.properties !== y.properties) {
    const names = new Set([...x.tag.properties.keys(), ...y.tag.properties.keys()]);
    for (const name of [...names].sort()) {
      const from = x.tag.properties.get(name);
      const to = y.tag.properties.get(name);
      if (from !== to) changed(name, from, to);
    }
  }
  if (x.tag.text !== y.tag.text && !isTold(x.tag.text, y.tag.text, told)) changed("text", x.tag.text, y.tag.text);
}

type Side = readonly [node: Node, value: string | undefined] | null;

type Emit = (change: Finding["change"], property: string | null, left: Side, right: Side) => void;

function emitter({ counterpart }: TagContext, sink: Sink): Emit {
  const spot = (side: Side): Spot | null =>
    side && { rect: side[0].tag.page === null ? null : side[0].tag.rect, value: side[1], at: { of: "tag", preorder: side[0].preorder } };
  return (change, property, left, right) => {
    const x = left?.[0].tag.page ?? null;
    const y = right?.[0].tag.page ?? null;
    const pages = { left: x ?? (y === null ? null : counterpart("right", y)), right: y ?? (x === null ? null : counterpart("left", x)) };
    sink({
      kind: "tag",
      change,
      ...(property !== null && { property }),
      page: x === null && y === null ? null : pages,
      left: spot(left),
      right: spot(right),
    });
  };
}
