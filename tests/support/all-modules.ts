// All modules of the compiler, loaded before the test file that imports this one: passes can be called on their own.
import { preloadModules } from "../../compiler/lazy-modules.js";

await preloadModules();
