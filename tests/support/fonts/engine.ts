// An engine with fonts of one's own.
import { Engine } from "../../../runtime/engine/engine.js";
import { familiesOf, readFace } from "../../../runtime/fonts/font-files.js";
import { FontStore } from "../../../runtime/fonts/fonts.js";

export function engineWith(...fonts: readonly Uint8Array[]): Engine {
  const faces = fonts.map((bytes, i) => ({ ...readFace(`${i}.otf`, bytes), bytes }));
  return new Engine(
    new FontStore(familiesOf(faces).map(({ family, of }) => ({ family, read: (id) => of.find((f) => f.face.blob === id)!.bytes }))),
  );
}
