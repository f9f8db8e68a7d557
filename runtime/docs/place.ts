// Addresses in the site.
/** Relative addresses of a page: the site may be below any path. */
export interface Place {
  /** to the folder `docs` */
  readonly docs: string;
  /** to the folder above it */
  readonly root: string;
  /** the playground's page, from there */
  readonly playground: string;
}

/** Page in the folder `docs`, and one beside it: `/docs`, `index.html`. */
export const inside = (playground: string): Place => ({ docs: "", root: "../", playground });
export const above = (playground: string): Place => ({ docs: "docs/", root: "", playground });

export const playgroundAddress = ({ root, playground }: Place, fragment = ""): string => `${root}${playground}${fragment}`;
