import { preloadModules } from "../../compiler/lazy-modules.js";

await preloadModules();
