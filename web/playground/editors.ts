import { autocompletion } from "@codemirror/autocomplete";
import { indentLess, indentMore } from "@codemirror/commands";
import { json, jsonLanguage } from "@codemirror/lang-json";
import { lintGutter, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { Annotation, EditorState, Prec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { basicSetup } from "codemirror";
import { completer, descriptions } from "./assist.js";
import { colours } from "./colours.js";
import { applyName, type Problem } from "./problems.js";
import type { RequestSchema } from "./schema.js";

export interface EditorCalls {
  readonly edited: () => void;
  /** @param byHand false where the page moved the cursor */
  readonly moved: (byHand: boolean) => void;
  readonly nextProblem: () => boolean;
  readonly applyHere: () => boolean;
  readonly apply: (problem: Problem) => void;
  readonly schema: () => RequestSchema | null;
}

/** Marks edits and cursors that the page makes. */
export const byPage = Annotation.define<boolean>();

export function editor(parent: HTMLElement, name: string, doc: string, calls: EditorCalls): EditorView {
  return new EditorView({
    parent,
    state: EditorState.create({
      doc,
      extensions: [
        // a page's keys: Tab leaves the editor
        Prec.high(
          keymap.of([
            { key: "Mod-]", run: indentMore },
            { key: "Mod-[", run: indentLess },
            { key: "F8", run: calls.nextProblem },
            { key: "Mod-.", run: calls.applyHere },
          ]),
        ),
        basicSetup,
        colours,
        json(),
        jsonLanguage.data.of({ autocomplete: completer(calls.schema) }),
        autocompletion({ icons: false, interactionDelay: 0 }),
        descriptions(calls.schema),
        lintGutter(),
        EditorView.contentAttributes.of({ "aria-label": name, tabindex: "0" }),
        EditorView.updateListener.of(({ docChanged, selectionSet, focusChanged, transactions }) => {
          if (docChanged) calls.edited();
          const byHand = (docChanged || selectionSet) && !transactions.some((made) => made.annotation(byPage));
          if (docChanged || selectionSet || focusChanged) calls.moved(byHand);
        }),
      ],
    }),
  });
}

export function placeOf({ state }: EditorView, { line = 1, column = 1 }: Problem): number {
  const { from, to } = state.doc.line(Math.min(line, state.doc.lines));
  return Math.min(from + column - 1, to);
}

export function mark(view: EditorView, list: readonly Problem[], apply: (problem: Problem) => void): void {
  const diagnostics = list
    .filter((problem) => problem.line !== undefined)
    .map((problem): Diagnostic => {
      const from = placeOf(view, problem);
      const rest = view.state.sliceDoc(from, view.state.doc.lineAt(from).to);
      const word = /^(?:"(?:[^"\\]|\\.)*"|[^\s,\]}]+)/.exec(rest)?.[0].length ?? 0;
      return {
        from,
        to: from + word,
        severity: problem.severity,
        message: problem.message,
        ...(problem.patch && { actions: [{ name: applyName(problem), apply: () => apply(problem) }] }),
      };
    });
  view.dispatch(setDiagnostics(view.state, diagnostics));
}

export function replaceText(view: EditorView, text: string): void {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}

export function goTo(view: EditorView, position: number): void {
  view.dispatch({ selection: { anchor: position }, effects: EditorView.scrollIntoView(position, { y: "center" }) });
  view.focus();
}
