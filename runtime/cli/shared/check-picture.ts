import { Engine } from "../../engine/engine.js";

export class PictureRefused extends Error {}

const KEY = "picture";
const REQUEST = {
  pages: [{ size: "a4", elements: [{ type: "image", layout: { left: 10, top: 10 }, width: 100, height: 100, asset: KEY }] }],
};

/** @throws PictureRefused */
export async function checkPicture(bytes: Uint8Array): Promise<void> {
  const problems = await new Engine(undefined, (key) => (key === KEY ? bytes : null)).problems(REQUEST);
  if (problems.length > 0) throw new PictureRefused(problems[0]!.reason);
}
