import type { OfferedSigner } from "../../compiler/request/signatures.js";
import type { CallFailure } from "./failure.js";
import { displayRecord } from "./display-record.js";
import { diff } from "./diff.js";
import * as library from "./library.js";
import type { Options } from "./options.js";
import { preview } from "./preview.js";
import { onEach } from "./record-groups.js";
import { renderRecord } from "./records.js";

/** The number is that of inputs before the options. */
export const CALLS = {
  render: { call: library.render, inputs: 1 },
  renderBrief: { call: library.renderBrief, inputs: 1 },
  renderTemplate: { call: library.renderTemplate, inputs: 2 },
  renderEInvoice: { call: library.renderEInvoice, inputs: 1 },
  check: { call: library.check, inputs: 1 },
  checkAccessibility: { call: library.checkAccessibility, inputs: 1 },
  svg: { call: library.svg, inputs: 1 },
  png: { call: library.png, inputs: 1 },
  text: { call: library.text, inputs: 1 },
  readForm: { call: library.readForm, inputs: 1 },
  fillForm: { call: library.fillForm, inputs: 2 },
  diff: { call: diff, inputs: 2 },
  preview: { call: preview, inputs: 2 },
  renderRecords: { call: onEach(renderRecord), inputs: 3 },
  displayRecords: { call: onEach(displayRecord), inputs: 3 },
} as const;

export type CallName = keyof typeof CALLS;

export interface Call {
  readonly name: CallName;
  readonly inputs: readonly unknown[];
  readonly options: Options;
  readonly progress: boolean;
  /** absent: the call has no signers */
  readonly signers?: readonly OfferedSigner[];
}

export type CallResult = { readonly value: unknown } | { readonly failure: CallFailure };

/** Answer of a process, with the processor time that it has used since its last answer, in microseconds. */
export interface CallAnswer {
  readonly result: CallResult;
  readonly cpu: number;
}
