// V8's code caches of a build: a program writes them to the user's cache folder, which is a temporary one here.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** Environment of a program that caches its code, and `collect`, which moves the caches to a folder of the build. */
export function cachingUser() {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "platen-build-"));
  const env = { PATH: process.env.PATH, HOME: home, USERPROFILE: home, LOCALAPPDATA: home, XDG_CACHE_HOME: home };
  return {
    env,
    collect(folder) {
      const caches = path.join(home, "platen");
      // optional: without the cache only the start is slower
      if (fs.existsSync(caches))
        for (const file of fs.readdirSync(caches)) {
          fs.copyFileSync(path.join(caches, file), path.join(folder, file));
          fs.chmodSync(path.join(folder, file), 0o644);
        }
      fs.rmSync(home, { recursive: true });
    },
  };
}
