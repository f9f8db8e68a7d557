// Addresses in the site.

/** Relative addresses of a page: the site may be below any path. */
export interface Place {
  readonly docs: string;
  readonly root: string;
  readonly playground: string;
}

export const inside = (playground: string): Place => ({ docs: "", root: "../", playground });
export const above = (playground: string): Place => ({ docs: "docs/", root: "", playground });

export const playgroundAddress = ({ root, playground }: Place, fragment = ""): string => `${root}${playground}${fragment}`;
