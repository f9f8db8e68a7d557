// Loads better-sqlite3 as it was compiled for the release of Node that runs, where scripts/test-node.mjs says where that is.
import path from "node:path";

const native = process.env["PLATEN_TEST_NATIVE"];
const open = process.dlopen;
if (native)
  process.dlopen = (module, file, ...others) =>
    open.call(process, module, path.basename(file) === path.basename(native) ? native : file, ...others);
