// Loads all modules of the compiler, so that tests can call passes directly.
import { preloadModules } from "../../compiler/lazy-modules.js";

await preloadModules();
