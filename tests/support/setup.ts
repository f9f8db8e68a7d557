import fc from "fast-check";
import { seed } from "./runs.js";

fc.configureGlobal({ seed });
