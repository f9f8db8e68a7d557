import fc from "fast-check";
import { seed } from "./runs.js";

// fast-check prints the seed of a property that fails
fc.configureGlobal({ seed });
