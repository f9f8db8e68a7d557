// The shapes, links, images and barcodes of a request, and the layout and defaults of containers.
import type { Forms, Given, May, Refused } from "./forms.js";
import type {
  BoxSpacing,
  Color,
  FillStyle,
  integer,
  LinkBorder,
  LinkSpec,
  LinkTarget,
  OwnPlacement,
  Placed,
  Placement,
  PlacementFields,
  StrokeStyle,
  Unplaced,
} from "./common.js";
import type { TextStyle } from "./text.js";

/** A straight line between two points. Coordinates are in the parent's content box. */
export interface LineElement {
  /** Says that the element is a line. */
  type: "line";
  /** Only `flow`, `gap_after` and `z_index`: the place is that of the points. */
  layout?: OwnPlacement;
  /** A note for whoever reads the request; it is not rendered. */
  comment?: string;
  /** What a click on the element leads to. */
  link?: LinkSpec;
  /** First point, from the left. @unit mm */
  x1: number;
  /** First point, from the top. @unit mm */
  y1: number;
  /** Second point, from the left. @unit mm */
  x2: number;
  /** Second point, from the top. @unit mm */
  y2: number;
  /** The line's look; a line is drawn without it, too. */
  stroke?: StrokeStyle;
}

/** A rectangle, with square or round corners. */
export interface RectElement {
  /** Says that the element is a rectangle. */
  type: "rect";
  /** Where the rectangle is. */
  layout?: Placement;
  /** A note for whoever reads the request; it is not rendered. */
  comment?: string;
  /** What a click on the element leads to. */
  link?: LinkSpec;
  /** Rotation about the middle, clockwise. @unit degrees @multipleOf 90 @default 0 */
  rotation?: number;
  /** Width of the rectangle. @unit mm @exclusiveMinimum 0 */
  width: number;
  /** Height of the rectangle. @unit mm @exclusiveMinimum 0 */
  height: number;
  /** The inside; nothing is painted where it is absent. */
  fill?: FillStyle;
  /** The outline; none where it is absent. */
  stroke?: StrokeStyle;
  /** Radius of the corners; without it that of the defaults, else 0. @unit mm @minimum 0 */
  corner_radius?: number;
}

/** A circle. Coordinates are in the parent's content box. */
export interface CircleElement {
  /** Says that the element is a circle. */
  type: "circle";
  /** Only `flow`, `gap_after` and `z_index`: the place is that of the centre. */
  layout?: OwnPlacement;
  /** A note for whoever reads the request; it is not rendered. */
  comment?: string;
  /** What a click on the element leads to. */
  link?: LinkSpec;
  /** Centre, from the left. @unit mm */
  cx: number;
  /** Centre, from the top. @unit mm */
  cy: number;
  /** Radius. @unit mm @exclusiveMinimum 0 */
  r: number;
  /** The inside; nothing is painted where it is absent. */
  fill?: FillStyle;
  /** The outline; none where it is absent. */
  stroke?: StrokeStyle;
}

/** An ellipse. Coordinates are in the parent's content box. */
export interface EllipseElement {
  /** Says that the element is an ellipse. */
  type: "ellipse";
  /** Only `flow`, `gap_after` and `z_index`: the place is that of the centre. */
  layout?: OwnPlacement;
  /** A note for whoever reads the request; it is not rendered. */
  comment?: string;
  /** What a click on the element leads to. */
  link?: LinkSpec;
  /** Rotation about the centre, clockwise. @unit degrees @multipleOf 90 @default 0 */
  rotation?: number;
  /** Centre, from the left. @unit mm */
  cx: number;
  /** Centre, from the top. @unit mm */
  cy: number;
  /** Half of the width. @unit mm @exclusiveMinimum 0 */
  rx: number;
  /** Half of the height. @unit mm @exclusiveMinimum 0 */
  ry: number;
  /** The inside; nothing is painted where it is absent. */
  fill?: FillStyle;
  /** The outline; none where it is absent. */
  stroke?: StrokeStyle;
}

/** A closed shape with straight sides. Coordinates are in the parent's content box. */
export interface PolygonElement {
  /** Says that the element is a polygon. */
  type: "polygon";
  /** Only `flow`, `gap_after` and `z_index`: the place is that of the points. */
  layout?: OwnPlacement;
  /** A note for whoever reads the request; it is not rendered. */
  comment?: string;
  /** What a click on the element leads to. */
  link?: LinkSpec;
  /** The corners, in order; the last is joined to the first. @minItems 3 */
  points: PolygonPoint[];
  /** The inside; nothing is painted where it is absent. */
  fill?: FillStyle;
  /** The outline; none where it is absent. */
  stroke?: StrokeStyle;
}

/** A corner of a polygon. */
export interface PolygonPoint {
  /** From the left. @unit mm */
  x: number;
  /** From the top. @unit mm */
  y: number;
}

/** SVG path data in the units of `view_box`, scaled to `width` by `height` mm. */
export interface PathElement {
  /** Says that the element is a path. */
  type: "path";
  /** Where the path's box is. */
  layout?: Placement;
  /** A note for whoever reads the request; it is not rendered. */
  comment?: string;
  /** What a click on the element's box leads to. */
  link?: LinkSpec;
  /** Rotation about the middle of the box, clockwise. @unit degrees @default 0 */
  rotation?: number;
  /** Width of the box on the page. @unit mm @exclusiveMinimum 0 */
  width: number;
  /** Height of the box on the page. @unit mm @exclusiveMinimum 0 */
  height: number;
  /** The coordinates that fill the box; all points of `d` are inside it. */
  view_box: ViewBox;
  /** Path data with M, L, H, V, Q, C, S, T, A, Z and their small letters. It begins with M or m, and comes to at most 1024 segments. @pattern ^\s*[Mm] @examples ["M 0 50 L 50 0 L 100 50 Z"] */
  d: string;
  /** The inside, by the non-zero winding rule; nothing is painted where it is absent. */
  fill?: FillStyle;
  /** The outline; none where it is absent. Its width is in mm of the page and is not scaled. No `compound`. */
  stroke?: StrokeStyle;
  /** What the path shows, for people who do not see it; "" says that it is decoration. Required in `pdfa-ua1` for a path that is not decoration. */
  alt?: string;
}

/** A part of a coordinate system. */
export interface ViewBox {
  /** Left edge, in units of the path. */
  x: number;
  /** Upper edge, in units of the path. */
  y: number;
  /** Width, in units of the path. @exclusiveMinimum 0 */
  width: number;
  /** Height, in units of the path. @exclusiveMinimum 0 */
  height: number;
}

/** A clickable area without content. */
export interface LinkElement {
  /** Says that the element is a link. */
  type: "link";
  /** Where the area is. */
  layout?: Placement;
  /** A note for whoever reads the request; it is not rendered. */
  comment?: string;
  /** Width of the area. @unit mm @exclusiveMinimum 0 */
  width: number;
  /** Height of the area. @unit mm @exclusiveMinimum 0 */
  height: number;
  /** Where the link leads. */
  target: LinkTarget;
  /** What the link is, for people who have the document read to them. Without it the URL. */
  alt?: string;
  /** How far the clickable area reaches beyond the element. @unit mm @minimum 0 @default 0 */
  padding?: number;
  /** A frame around the clickable area; none where it is absent. */
  border?: LinkBorder;
}

/** A picture. */
export interface ImageElementFields extends ImageContentFields {
  /** Says that the element is an image. */
  type: "image";
  /** Where the picture is. */
  layout?: Placement;
  /** A note for whoever reads the request; it is not rendered. */
  comment?: string;
  /** What a click on the element leads to. */
  link?: LinkSpec;
}

/** A picture, from `asset` or from `source`. */
export type ImageElement = Forms<ImageElementFields, PictureSource>;

/** A picture filling `width` by `height` mm; exactly one of `asset` and `source`. */
export interface ImageContentFields {
  /** Width of the picture's box on the page. @unit mm @exclusiveMinimum 0 */
  width: number;
  /** Height of the picture's box on the page. @unit mm @exclusiveMinimum 0 */
  height: number;
  /** `fill` stretches the picture to its box. `contain` and `cover` keep its aspect ratio: the largest picture that fits, or the smallest that fills the box and is cut at it. An SVG file without a `viewBox` and a size always fills. @default "fill" */
  fit?: "fill" | "contain" | "cover";
  /** The place of the picture in its box, or the part of it that is not cut; without effect if it fills. @default "center" */
  align?: "top_left" | "top" | "top_right" | "left" | "center" | "right" | "bottom_left" | "bottom" | "bottom_right";
  /** Key of an asset that is kept with the service. Not with `source`. @minLength 1 */
  asset?: string;
  /** Format of the asset; without it that of its bytes. Only beside `asset`. */
  format?: ImageFormat;
  /** The picture in the request, or an asset. Not with `asset`. */
  source?: ImageSource;
  /** Rotation about the middle, clockwise. In a table cell 0. @unit degrees @default 0 */
  rotation?: number;
  /** What the picture shows, for people who do not see it; "" says that it is decoration. Required in `pdfa-ua1`. */
  alt?: string;
}

/** A picture, from `asset` or from `source`. */
export type ImageContent = Forms<ImageContentFields, PictureSource>;

type PictureSource = (Given<ImageContentFields, "asset"> & May<ImageContentFields, "format">) | Given<ImageContentFields, "source">;

/** Format of a picture. `jpg` and `jpeg` are the same. */
export type ImageFormat = "jpg" | "jpeg" | "png" | "webp" | "svg";

/** An asset, or a picture in the request. */
export type ImageSource = AssetSource | Base64Source;

/** A picture that is kept with the service. */
export interface AssetSource {
  /** Says that the picture is an asset. */
  kind: "asset";
  /** Key of the asset. @minLength 1 */
  key: string;
  /** Format of the asset; without it that of its bytes. */
  format?: ImageFormat;
}

/** A picture in the request. */
export interface Base64Source {
  /** Says that the picture is in the request. */
  kind: "base64";
  /** Format of the picture; the bytes must be of it. */
  format: ImageFormat;
  /** The file in base64, without a `data:` prefix. */
  payload: string;
}

/** A barcode, drawn as vectors. */
export interface BarcodeElement extends BarcodeContent {
  /** Says that the element is a barcode. */
  type: "barcode";
  /** Where the barcode is. */
  layout?: Placement;
  /** A note for whoever reads the request; it is not rendered. */
  comment?: string;
  /** What a click on the element leads to. */
  link?: LinkSpec;
}

/** A symbol with its content and size. */
export interface BarcodeContent {
  /** Name of the symbology, compared without case, `-` and `_`. @examples ["qrcode", "microqr", "gs1qrcode", "pdf417", "micropdf417", "datamatrix", "gs1datamatrix", "aztec", "maxicode", "code128", "code128a", "code128b", "code128c", "gs1128", "code39", "code93", "codabar", "ean8", "ean13", "upca", "upce", "itf", "itf14", "gtin8", "gtin12", "gtin13", "gtin14", "isbn", "sscc", "msi", "msi10", "msi11", "msi1010", "msi1110", "upus10", "uspsimb", "upcacomposite", "upcecomposite"] */
  format: string;
  /** What is encoded. Each symbology has its own characters and lengths; check digits are verified. @minLength 1 @maxLength 7089 */
  content: string;
  /** Width of the symbol, without text; of square symbols the frame they are fitted in. @unit mm @exclusiveMinimum 0 */
  width: number;
  /** Height of the symbol, without text. @unit mm @exclusiveMinimum 0 */
  height: number;
  /** Colours of the symbol. */
  style?: BarcodeStyle;
  /** What the symbology lets be chosen. An option that it does not have is refused. */
  options?: BarcodeOptions;
  /** The content for people, above or below the symbol. */
  barcode_text?: BarcodeText;
  /** Rotation about the middle of the symbol, clockwise: 0, 90, 180 or 270; others count as 0. In a table cell 0. @unit degrees @default 0 */
  rotation?: integer;
  /** What the barcode says, for people who do not see it; "" says that it is decoration. Required in `pdfa-ua1`. */
  alt?: string;
}

/** Colours of a barcode. */
export interface BarcodeStyle {
  /** Colour of the bars or modules. @default "#000000" */
  color?: Color;
  /** What is painted behind the symbol; nothing where it is absent. */
  fill?: FillStyle;
}

/** What a symbology lets be chosen. An option that it does not have is refused. */
export interface BarcodeOptions {
  /** QR codes: L, M, Q or H (Micro QR without H). PDF417: 0 to 8. Aztec: 5 to 95 percent. */
  error_correction?: string | number;
  /** Size of the symbol. QR 1 to 40, Micro QR 1 to 4; Data Matrix rows by columns, such as "24x24". Without it the least that takes the content. */
  version?: string | number;
  /** QR codes: the mask, 0 to 7, Micro QR 0 to 3. Without it the best one. @minimum 0 @maximum 7 */
  mask?: integer;
  /** Columns: PDF417 1 to 30, MicroPDF417 1 to 4. @minimum 1 @maximum 30 */
  columns?: integer;
  /** Rows: PDF417 3 to 90, MicroPDF417 4 to 44. @minimum 3 @maximum 90 */
  rows?: integer;
  /** Data Matrix: which of its sizes may be taken. @default "square" */
  shape?: "square" | "rectangle";
  /** Aztec: number of layers. @minimum 1 @maximum 32 */
  layers?: integer;
  /** MaxiCode: 2 and 3 are those of carriers, 4 is plain, 5 has more error correction, 6 programs readers. @minimum 2 @maximum 6 @default 4 */
  mode?: integer;
  /** Empty modules around the symbol, inside `width` and `height`. @unit modules @minimum 0 @default 0 */
  quiet_zone?: number;
  /** Width of a module; the symbol is then as wide as it has to be, within the frame. Not of MaxiCode and Intelligent Mail. @unit mm @exclusiveMinimum 0 */
  module_width?: number;
  /** What is taken from each bar's width, for ink that spreads. Symbols of bars only. @unit mm @minimum 0 @default 0 */
  bar_width_reduction?: number;
  /** Edges are moved to the dots of a printer of this resolution. Not of MaxiCode. @unit dpi @examples [203, 300, 600] */
  dpi?: integer;
  /** Code 39, Codabar and ITF: whether a check digit is worked out and added. @default false */
  include_check_digit?: boolean;
  /** Width of wide bars in narrow ones, of symbologies with two widths: Code 39, Codabar, ITF, ITF-14, GTIN-14 and MSI. @minimum 2 @maximum 3 */
  bar_ratio?: number;
  /** ITF-14 and GTIN-14: bars above and below the symbol. @default false */
  bearer_bars?: boolean;
}

/**
 * What the barcode says, for people. At the bottom, EAN, UPC and ISBN show their digits as retail symbols do, between longer guard bars; their
 * style's `font_size` is then that of the digits under the bars, and the standard's where it is not given.
 */
export interface BarcodeText {
  /** Whether there is text. @default false */
  enabled?: boolean;
  /** Below or above the symbol. @default "bottom" */
  position?: "bottom" | "top";
  /** Distance between the bars and the text; of retail symbols, to the digits' upper edge. @unit mm @minimum 0 @default 0.5 */
  offset?: number;
  /** Look of the text. The fields of a frame are refused. */
  style?: TextStyle;
}

/** Where a container is, and how its children are laid out. */
export interface ContainerLayoutFields extends PlacementFields {
  /** How the children are laid out. */
  children: ContainerChildren;
}

/** Where a container is, and how its children are laid out. */
export type ContainerLayout = Placed<ContainerLayoutFields>;

/** Of containers that are where the flow has come to. */
export type BlockContainerLayout = Unplaced<ContainerLayoutFields>;

/** How a container lays out its children. */
export interface ContainerChildrenFields {
  /** `coordinate`: children have places of their own; `linear`: they come one after the other and have none. */
  mode: "coordinate" | "linear";
  /** Room between the edges of the container and its content. */
  padding?: BoxSpacing;
  /** What happens to content that leaves the container. `paginate` is for direct children of a page's body that flow, have a height, and are linear, vertical and do not wrap. @default "visible" */
  overflow?: "visible" | "clip" | "paginate";
  /** Direction of the line of children. Only linear. @default "vertical" */
  axis?: "horizontal" | "vertical";
  /** Distance between children, and between rows or columns of a line that wraps. Only linear. @unit mm @minimum 0 @default 0 */
  gap?: number;
  /** Where children are along the line. In a vertical line without a height only `start`. Only linear. @default "start" */
  main_align?: "start" | "center" | "end" | "space_between";
  /** Where children are across the line; `stretch` makes containers without a size of their own as large as the line. Only linear. @default "start" */
  cross_align?: "start" | "center" | "end" | "stretch";
  /** Whether a child that does not fit begins a new row or column. A vertical line needs a height for it. Only linear. @default false */
  wrap?: boolean;
}

/** `linear` with the fields of a line, or `coordinate` without them. */
export type ContainerChildren = Forms<
  ContainerChildrenFields,
  { mode: "coordinate" } | ({ mode: "linear" } & May<ContainerChildrenFields, "axis" | "gap" | "main_align" | "cross_align" | "wrap">)
>;

/** Looks by group. The flat names of earlier versions are recognised and refused with API-002. */
export interface Defaults {
  /** Look of text. */
  text?: TextStyle;
  /** Fields that strokes have where they declare none. It draws no outline by itself. */
  stroke?: StrokeStyle;
  /** Fields that fills have where they declare none. It paints nothing by itself. */
  fill?: FillStyle;
  /** What shapes have in common. */
  shape?: ShapeDefaults;
  /** Refused: use `text.font_family`. */
  font_family?: Refused;
  /** Refused: use `text.font_size`. */
  font_size?: Refused;
  /** Refused: use `text.color`. */
  color?: Refused;
  /** Refused: lengths are millimetres, font sizes points. */
  unit?: Refused;
}

/** What shapes have in common. */
export interface ShapeDefaults {
  /** Radius of the corners of rectangles and containers. @unit mm @minimum 0 @default 0 */
  corner_radius?: number;
}
