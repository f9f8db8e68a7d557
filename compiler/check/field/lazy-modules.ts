// Module of form fields, loaded only for requests that need it: apart from others, as texts have fields in their lines.
import { LazyModule } from "../../core/lazy-module.js";

export const FIELD_CHECK = new LazyModule("fields", () => import("./field.js"));
