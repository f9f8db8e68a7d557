// Bounds of an owner's data in the store (running, C13, D8).

const MiB = 1024 * 1024;

/** The setting is `PLATEN_LIMIT_` and the name in capitals. */
export const OWNER_LIMITS = {
  asset_bytes: 16 * MiB,
  font_bytes: 32 * MiB,
  template_bytes: 4 * MiB,
  owner_assets: 10_000,
  owner_asset_bytes: 1024 * MiB,
  owner_fonts: 64,
  owner_font_bytes: 128 * MiB,
  owner_templates: 1000,
  template_versions: 100,
  owner_tokens: 1000,
  owner_jobs: 1000,
} as const;

export type OwnerLimitName = keyof typeof OWNER_LIMITS;
export type OwnerLimits = Readonly<Record<OwnerLimitName, number>>;

export const ownerLimitSetting = (name: OwnerLimitName): string => `PLATEN_LIMIT_${name.toUpperCase()}`;
