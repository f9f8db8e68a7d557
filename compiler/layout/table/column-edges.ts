// Left edge of each column, and the right edge of the last, points.

export type ColumnEdges = readonly number[];
