// BR-FR: French rules of Flux 2.
import type { Rule } from "./rule.js";

export const FRENCH: readonly Rule[] = [];
