// Files of a built tree, of this version or an older one.
import fs from "node:fs";
import path from "node:path";

/** Folders of the engine, the newest first. */
const ROOMS = ["engine", "render", "."];

/** Path of a built file of the engine's folder, or undefined. */
export const builtFile = (tree, name) =>
  ROOMS.map((room) => path.join(tree, "dist/runtime", room, name)).find((file) => fs.existsSync(file));
export const engineFile = (tree) => builtFile(tree, "engine.js");
