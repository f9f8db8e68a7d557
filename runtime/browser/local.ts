// The engine on the thread of the page, for instances without a worker.
export { call } from "./calls.js";
export { BrowserEngine } from "./engine.js";
