// Faults in documents, each with a twin without it.
import { CHART_FAULTS } from "./chart-faults.js";
import { OBJECT_FAULTS } from "./object-faults.js";
import { TEXT_FAULTS } from "./text-faults.js";

export const SEEDED_FAULTS = [...TEXT_FAULTS, ...OBJECT_FAULTS, ...CHART_FAULTS];
