export { call } from "./calls.js";
export { BrowserEngine } from "./engine.js";
