import { keysOf } from "../../../base/lookup.js";
import { limitSetting } from "../../../compiler/core/limits.js";
import { ownerLimitSetting } from "../../core/owner-limits.js";
import { settingsFrom, VARIABLES } from "../../core/settings.js";

const SECRET: readonly (keyof typeof VARIABLES)[] = ["bootstrapToken", "databaseUrl"];
const MB = 1024 * 1024;

/** Lines of an environment file, or one JSON object. @throws SettingError */
export function configLines(env: NodeJS.ProcessEnv, json: boolean): string {
  const settings = settingsFrom(env);
  const entries = keysOf(VARIABLES).map((setting): readonly [string, string | number | null, boolean] => {
    const name = VARIABLES[setting];
    const isSet = (env[name] ?? "").trim() !== "";
    if (SECRET.includes(setting)) return [name, isSet ? "(set)" : null, isSet];
    // the variable is per worker, or in megabytes
    if (setting === "queue") return [name, settings.queue / settings.workers, isSet];
    if (setting === "bodyLimit" || setting === "ownerArtifacts") return [name, settings[setting] / MB, isSet];
    if (setting === "corsOrigin") return [name, settings.corsOrigin === null ? null : String(settings.corsOrigin), isSet];
    if (setting === "callbackAllow" || setting === "signAllow") return [name, (env[name] ?? "").trim() || null, isSet];
    if (setting === "mcp") return [name, settings.mcp ? 1 : 0, isSet];
    return [name, settings[setting], isSet];
  });
  for (const name of keysOf(settings.limits)) {
    const [setting, value] = [limitSetting(name), settings.limits[name]];
    entries.push([setting, value, (env[setting] ?? "").trim() !== ""]);
  }
  for (const name of keysOf(settings.ownerLimits)) {
    const [setting, value] = [ownerLimitSetting(name), settings.ownerLimits[name]];
    entries.push([setting, value, (env[setting] ?? "").trim() !== ""]);
  }
  if (json) return `${JSON.stringify(Object.fromEntries(entries))}\n`;
  return entries.map(([name, value, isSet]) => `${name}=${value ?? ""}${isSet ? "" : "  # by default"}\n`).join("");
}
