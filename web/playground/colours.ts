import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const look = EditorView.theme({
  "&": { color: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--ground)", color: "var(--quiet)", borderColor: "var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--active)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--selection) !important" },
  ".cm-tooltip": { backgroundColor: "var(--panel)", color: "var(--ink)", border: "1px solid var(--line)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent) !important", color: "var(--panel) !important" },
  ".cm-completionDetail": { color: "inherit" },
  ".cm-diagnosticAction": { backgroundColor: "var(--accent)", color: "var(--panel)" },
  ".cm-panels": { backgroundColor: "var(--panel)", color: "var(--ink)" },
});

const words = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--name)" },
  { tag: tags.string, color: "var(--text)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--number)" },
]);

export const colours: Extension = [look, syntaxHighlighting(words)];
