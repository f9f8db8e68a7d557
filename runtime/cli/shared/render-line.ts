interface WrittenFile {
  /** `-`: standard output */
  readonly file: string;
  readonly pages: number;
  readonly bytes: number;
  readonly ms: number;
}

/** `letter.pdf: 1 page, 3.6 kB, 84 ms` */
export const renderLine = ({ file, pages, bytes, ms }: WrittenFile): string =>
  `${file === "-" ? "standard output" : file}: ${pages} page${pages === 1 ? "" : "s"}, ${sizeOf(bytes)}, ${ms < 10_000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`}`;

function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
