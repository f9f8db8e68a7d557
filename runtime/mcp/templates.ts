import { builtIn, builtInIds } from "../owner/templates.js";

export interface ToolTemplates {
  readonly ids: readonly string[];
  /** null if unknown */
  source(id: string): Promise<Uint8Array | null>;
}

export const BUILT_IN: ToolTemplates = {
  get ids() {
    return builtInIds();
  },
  source: (id) => Promise.resolve(builtIn(id)),
};
