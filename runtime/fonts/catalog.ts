import type { AbsentFamily, FaceInfo, FamilyInfo } from "../../compiler/core/world.js";

interface CatalogFace {
  readonly file: string;
  readonly sha256: string;
  readonly postScriptName: string;
  readonly weight: number;
  readonly italic: boolean;
  readonly unitsPerEm: number;
  readonly ascender: number;
  readonly descender: number;
  readonly coverage: number;
  readonly color?: FaceInfo["color"];
  readonly hidden?: FaceInfo["hidden"];
}
export interface CatalogFamily {
  readonly family: string;
  readonly folder: string;
  readonly aliases: Readonly<Record<string, string>>;
  readonly scripts: readonly string[];
  readonly fallback: FamilyInfo["fallback"];
  readonly lineHeight: number;
  readonly coverages: readonly (readonly (readonly [number, number])[])[];
  readonly faces: readonly CatalogFace[];
}

export interface Catalog {
  readonly packages: Readonly<Record<string, string>>;
  readonly families: readonly CatalogFamily[];
}

export function familyOf(f: CatalogFamily): FamilyInfo {
  const faces = f.faces.map((face): FaceInfo => {
    const em = (v: number): number => (v * 1000) / face.unitsPerEm;
    return {
      blob: `sha256-${face.sha256}`,
      family: f.family,
      postScriptName: face.postScriptName,
      weight: face.weight,
      italic: face.italic,
      ascender: em(face.ascender),
      descender: em(face.descender),
      coverage: f.coverages[face.coverage]!,
      ...(face.color && { color: face.color }),
      ...(face.hidden && { hidden: face.hidden }),
    };
  });
  const { family: name, aliases, scripts, fallback, lineHeight } = f;
  return { name, aliases, scripts, fallback, lineHeight, faces };
}

export const absentFamilyOf = (f: CatalogFamily, packages: Catalog["packages"]): AbsentFamily => ({
  name: f.family,
  names: [f.family, ...Object.keys(f.aliases), ...f.faces.map((face) => face.postScriptName)],
  package: packages[f.folder]!,
  coverage: f.coverages[0]!,
});
