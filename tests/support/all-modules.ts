// Loads all modules of the compiler before the importing test file, so that passes can be called directly.
import { preloadModules } from "../../compiler/lazy-modules.js";

await preloadModules();
