import fs from "node:fs";
import { ENCODERS } from "../../dist/compiler/barcode/encoders.js";
import { replaced } from "./replaced.mjs";

/** Of bwip-js' 111 encoders those that formats use remain, without the fonts of texts, which we set. */
export const usedEncoders = {
  name: "used-encoders",
  setup(build) {
    const names = new Set(ENCODERS.map((name) => name.replaceAll("-", "_")));
    const load = (filter, edit) =>
      build.onLoad({ filter }, ({ path: file }) => ({ contents: edit(fs.readFileSync(file, "utf8")), loader: "js" }));
    load(/bwip-js[\\/]dist[\\/]bwipp\.mjs$/, (text) =>
      replaced(text, /^ *case "(\w+)":\s+return bwipp_\w+;\n/gm, (line, name) => (names.delete(name) ? line : "")),
    );
    load(/bwip-js[\\/]dist[\\/]bwip-js-gen\.mjs$/, (text) =>
      replaced(
        replaced(text, /^FontLib\.loadFont\("OCR-.*$/gm, ""),
        /^export default \{[^}]*\};/m,
        "export default { raw: ToRaw, render: Render };",
      ),
    );
    build.onEnd(() => {
      if (names.size > 0) throw new Error(`used-encoders.mjs: bwip-js has no ${[...names].join(", ")}`);
    });
  },
};
