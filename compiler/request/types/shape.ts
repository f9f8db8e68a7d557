// Shapes, links, images and barcodes of a request, and layout and defaults of containers.
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
  ReadElementFields,
  StrokeStyle,
  Unplaced,
} from "./common.js";
import type { BarcodePayload } from "./payload.js";
import type { TextStyle } from "./text.js";

/** A straight line between two points. Coordinates are in the parent's content box. */
export interface LineElement extends ReadElementFields {
  /** Type of the element. */
  type: "line";
  /** Only `flow`, `gap_after` and `z_index`: the points determine the position. */
  layout?: OwnPlacement;
  /** Comment for readers of the request; not rendered. */
  comment?: string;
  /** Link of the element. */
  link?: LinkSpec;
  /** Start point, from the left. @unit mm */
  x1: number;
  /** Start point, from the top. @unit mm */
  y1: number;
  /** End point, from the left. @unit mm */
  x2: number;
  /** End point, from the top. @unit mm */
  y2: number;
  /** Style of the line, which is also drawn without it. */
  stroke?: StrokeStyle;
}

/** A rectangle, with square or rounded corners. */
export interface RectElement extends ReadElementFields {
  /** Type of the element. */
  type: "rect";
  /** Position of the rectangle. */
  layout?: Placement;
  /** Comment for readers of the request; not rendered. */
  comment?: string;
  /** Link of the element. */
  link?: LinkSpec;
  /** Clockwise rotation about the centre. @unit degrees @multipleOf 90 @default 0 */
  rotation?: number;
  /** Width of the rectangle. @unit mm @exclusiveMinimum 0 */
  width: number;
  /** Height of the rectangle. @unit mm @exclusiveMinimum 0 */
  height: number;
  /** Fill; by default none. */
  fill?: FillStyle;
  /** Outline; by default none. */
  stroke?: StrokeStyle;
  /** Radius of the corners; by default that of `defaults.shape`, otherwise 0. @unit mm @minimum 0 */
  corner_radius?: number;
}

/** A circle. Coordinates are in the parent's content box. */
export interface CircleElement extends ReadElementFields {
  /** Type of the element. */
  type: "circle";
  /** Only `flow`, `gap_after` and `z_index`: the centre determines the position. */
  layout?: OwnPlacement;
  /** Comment for readers of the request; not rendered. */
  comment?: string;
  /** Link of the element. */
  link?: LinkSpec;
  /** Centre, from the left. @unit mm */
  cx: number;
  /** Centre, from the top. @unit mm */
  cy: number;
  /** Radius. @unit mm @exclusiveMinimum 0 */
  r: number;
  /** Fill; by default none. */
  fill?: FillStyle;
  /** Outline; by default none. */
  stroke?: StrokeStyle;
}

/** An ellipse. Coordinates are in the parent's content box. */
export interface EllipseElement extends ReadElementFields {
  /** Type of the element. */
  type: "ellipse";
  /** Only `flow`, `gap_after` and `z_index`: the centre determines the position. */
  layout?: OwnPlacement;
  /** Comment for readers of the request; not rendered. */
  comment?: string;
  /** Link of the element. */
  link?: LinkSpec;
  /** Clockwise rotation about the centre. @unit degrees @multipleOf 90 @default 0 */
  rotation?: number;
  /** Centre, from the left. @unit mm */
  cx: number;
  /** Centre, from the top. @unit mm */
  cy: number;
  /** Half of the width. @unit mm @exclusiveMinimum 0 */
  rx: number;
  /** Half of the height. @unit mm @exclusiveMinimum 0 */
  ry: number;
  /** Fill; by default none. */
  fill?: FillStyle;
  /** Outline; by default none. */
  stroke?: StrokeStyle;
}

/** A closed shape with straight sides. Coordinates are in the parent's content box. */
export interface PolygonElement extends ReadElementFields {
  /** Type of the element. */
  type: "polygon";
  /** Only `flow`, `gap_after` and `z_index`: the points determine the position. */
  layout?: OwnPlacement;
  /** Comment for readers of the request; not rendered. */
  comment?: string;
  /** Link of the element. */
  link?: LinkSpec;
  /** The corners, in order; the last is joined to the first. @minItems 3 */
  points: PolygonPoint[];
  /** Fill; by default none. */
  fill?: FillStyle;
  /** Outline; by default none. */
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
export interface PathElement extends ReadElementFields {
  /** Type of the element. */
  type: "path";
  /** Position of the path's box. */
  layout?: Placement;
  /** Comment for readers of the request; not rendered. */
  comment?: string;
  /** Link of the path's box. */
  link?: LinkSpec;
  /** Clockwise rotation about the centre of the box. @unit degrees @default 0 */
  rotation?: number;
  /** Width of the box on the page. @unit mm @exclusiveMinimum 0 */
  width: number;
  /** Height of the box on the page. @unit mm @exclusiveMinimum 0 */
  height: number;
  /** Coordinates that fill the box; all points of `d` are inside. */
  view_box: ViewBox;
  /** Path data with M, L, H, V, Q, C, S, T, A, Z and their lower-case letters. It begins with M or m, and has at most 1024 segments. @pattern ^\s*[Mm] @examples ["M 0 50 L 50 0 L 100 50 Z"] */
  d: string;
  /** Fill, by the non-zero winding rule; by default none. */
  fill?: FillStyle;
  /** Outline; by default none. Its width is in mm of the page and is not scaled. Without `compound`. */
  stroke?: StrokeStyle;
  /** Description for assistive technology; "" marks decoration. Required in `pdfa-ua1` for a path that is not decoration. */
  alt?: string;
}

/** A region of a coordinate system. */
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
export interface LinkElement extends ReadElementFields {
  /** Type of the element. */
  type: "link";
  /** Position of the area. */
  layout?: Placement;
  /** Comment for readers of the request; not rendered. */
  comment?: string;
  /** Width of the area. @unit mm @exclusiveMinimum 0 */
  width: number;
  /** Height of the area. @unit mm @exclusiveMinimum 0 */
  height: number;
  /** Target of the link. */
  target: LinkTarget;
  /** Description of the link for assistive technology; by default the URL. */
  alt?: string;
  /** Extension of the clickable area beyond the element. @unit mm @minimum 0 @default 0 */
  padding?: number;
  /** Border of the clickable area; by default none. */
  border?: LinkBorder;
}

/** A picture. */
export interface ImageElementFields extends ImageContentFields, ReadElementFields {
  /** Type of the element. */
  type: "image";
  /** Position of the picture. */
  layout?: Placement;
  /** Comment for readers of the request; not rendered. */
  comment?: string;
  /** Link of the element. */
  link?: LinkSpec;
}

/** A picture, from `asset` or from `source`. */
export type ImageElement = Forms<ImageElementFields, PictureSource>;

/** A picture, stretched to `width` by `height` mm; exactly one of `asset` and `source`. */
export interface ImageContentFields {
  /** Width of the picture on the page, to which it is stretched. @unit mm @exclusiveMinimum 0 */
  width: number;
  /** Height of the picture on the page, to which it is stretched. @unit mm @exclusiveMinimum 0 */
  height: number;
  /** `fill` stretches the picture to its box. `contain` and `cover` keep its aspect ratio: the largest picture that fits, or the smallest that fills the box and is cut at it. An SVG file without a `viewBox` and a size always fills. @default "fill" */
  fit?: "fill" | "contain" | "cover";
  /** The place of the picture in its box, or the part of it that is not cut; without effect if it fills. @default "center" */
  align?: "top_left" | "top" | "top_right" | "left" | "center" | "right" | "bottom_left" | "bottom" | "bottom_right";
  /** Key of an asset stored in the service. Not with `source`. @minLength 1 */
  asset?: string;
  /** Format of the asset; by default detected from its bytes. Requires `asset`. */
  format?: ImageFormat;
  /** Picture in the request, or an asset. Not with `asset`. */
  source?: ImageSource;
  /** Clockwise rotation about the centre. 0 in a table cell. @unit degrees @default 0 */
  rotation?: number;
  /** Description for assistive technology; "" marks decoration. Required in `pdfa-ua1`. */
  alt?: string;
}

/** A picture, from `asset` or from `source`. */
export type ImageContent = Forms<ImageContentFields, PictureSource>;

type PictureSource = (Given<ImageContentFields, "asset"> & May<ImageContentFields, "format">) | Given<ImageContentFields, "source">;

/** Format of a picture. `jpg` and `jpeg` are equivalent; of `pdf`, one page is shown. */
export type ImageFormat = "jpg" | "jpeg" | "png" | "webp" | "svg" | "pdf";

/** An asset, or a picture in the request. */
export type ImageSource = AssetSource | Base64Source;

/** A picture stored in the service. */
export interface AssetSource {
  /** Kind of the source. */
  kind: "asset";
  /** Key of the asset. @minLength 1 */
  key: string;
  /** Format of the asset; by default detected from its bytes. */
  format?: ImageFormat;
  /** Page of a PDF file, from 1. Not with another format. A whole number. @minimum 1 @default 1 */
  page?: number;
  /** Box of the PDF page that is shown; it fills the picture. `media`: the sheet, `crop`: the part that viewers show, `trim`: the finished page. A box that the page lacks is the next larger one. Not with another format. @default "crop" */
  box?: PdfBox;
}

/** A picture in the request. */
export interface Base64Source {
  /** Kind of the source. */
  kind: "base64";
  /** Format of the picture, which the bytes must have. */
  format: ImageFormat;
  /** The file in base64, without a `data:` prefix. */
  payload: string;
  /** Page of a PDF file, from 1. Not with another format. A whole number. @minimum 1 @default 1 */
  page?: number;
  /** Box of the PDF page that is shown; it fills the picture. `media`: the sheet, `crop`: the part that viewers show, `trim`: the finished page. A box that the page lacks is the next larger one. Not with another format. @default "crop" */
  box?: PdfBox;
}

/** Box of a PDF page. */
export type PdfBox = "crop" | "media" | "trim";

/** Pages of a PDF file, which become pages of the document as they are. */
export interface PdfImport {
  /** The file. */
  source: PdfSource;
  /** Pages in the order in which they are taken: numbers and ranges between commas, such as `1-3, 8, 10-`; a range without an end extends to the last page. At most 10,000 characters. By default all pages. @examples ["1-3, 8", "2-"] */
  pages?: string;
}

/** A PDF file: an asset, or in the request. */
export type PdfSource = PdfAsset | PdfPayload;

/** A PDF file stored in the service. */
export interface PdfAsset {
  /** Kind of the source. */
  kind: "asset";
  /** Key of the asset. @minLength 1 */
  key: string;
  /** `pdf`; another format is API-002. @examples ["pdf"] */
  format?: string;
}

/** A PDF file in the request. */
export interface PdfPayload {
  /** Kind of the source. */
  kind: "base64";
  /** `pdf`; another format is API-002. @examples ["pdf"] */
  format?: string;
  /** The file in base64, without a `data:` prefix. */
  payload: string;
}

/** A barcode, drawn as vectors. @alternative {"unless": "payload", "required": ["content", "format", "height", "width"], "excludes": "content"} */
export interface BarcodeElementFields extends BarcodeContentFields, ReadElementFields {
  /** Type of the element. */
  type: "barcode";
  /** Position of the barcode. */
  layout?: Placement;
  /** Comment for readers of the request; not rendered. */
  comment?: string;
  /** Link of the element. */
  link?: LinkSpec;
}

/** A barcode with `content` and its `format`, or with `payload`. */
export type BarcodeElement = Forms<BarcodeElementFields, BarcodeForm>;

/** A symbol with its content and size. @alternative {"unless": "payload", "required": ["content", "format", "height", "width"], "excludes": "content"} */
export interface BarcodeContentFields {
  /** Name of the symbology, compared without case, `-` and `_`. Optional with `payload`. @examples ["qrcode", "microqr", "gs1qrcode", "pdf417", "micropdf417", "datamatrix", "gs1datamatrix", "aztec", "maxicode", "code128", "code128a", "code128b", "code128c", "gs1128", "code39", "code93", "codabar", "ean8", "ean13", "upca", "upce", "itf", "itf14", "gtin8", "gtin12", "gtin13", "gtin14", "isbn", "sscc", "msi", "msi10", "msi11", "msi1010", "msi1110", "upus10", "uspsimb", "upcacomposite", "upcecomposite"] */
  format?: string;
  /** Encoded content. Each symbology has its own characters and lengths; check digits are verified. Required without `payload`. @minLength 1 @maxLength 7089 */
  content?: string;
  /** Payment or tax data in place of `content`. `format` is then absent or `qrcode`, of a GS1 Digital Link also `datamatrix`. */
  payload?: BarcodePayload;
  /** Width of the symbol without text; of square symbols that of the frame into which they fit. Optional for Swiss and Spanish payloads. @unit mm @exclusiveMinimum 0 */
  width?: number;
  /** Height of the symbol, without text. Optional for Swiss and Spanish payloads. @unit mm @exclusiveMinimum 0 */
  height?: number;
  /** Colours of the symbol. */
  style?: BarcodeStyle;
  /** Options of the symbology. Other options are refused. */
  options?: BarcodeOptions;
  /** Human-readable text, above or below the symbol. */
  barcode_text?: BarcodeText;
  /** Clockwise rotation about the centre of the symbol: 0, 90, 180 or 270; others are treated as 0. 0 in a table cell. @unit degrees @default 0 */
  rotation?: integer;
  /** Description for assistive technology; "" marks decoration. Required in `pdfa-ua1` unless the symbol has a payload, which describes it. */
  alt?: string;
}

/** A barcode with content, or with a payload that has it. */
export type BarcodeForm =
  | Given<BarcodeContentFields, "format" | "content" | "width" | "height">
  | (Given<BarcodeContentFields, "payload"> & May<BarcodeContentFields, "format" | "width" | "height">);

/** A symbol with its content and size. */
export type BarcodeContent = Forms<BarcodeContentFields, BarcodeForm>;

/** Colours of a barcode. */
export interface BarcodeStyle {
  /** Colour of the bars or modules. @default "#000000" */
  color?: Color;
  /** Background of the symbol; by default none. */
  fill?: FillStyle;
  /** Style of the texts around the symbol of a payload. Fields of a frame are refused; `barcode_text.style` is that of other symbols. */
  text?: TextStyle;
}

/** Options of a symbology. Options that it does not have are refused. */
export interface BarcodeOptions {
  /** QR codes: L, M, Q or H (Micro QR without H). PDF417: 0 to 8. Aztec: 5 to 95 percent. */
  error_correction?: string | number;
  /** Size of the symbol. QR 1 to 40, Micro QR 1 to 4; Data Matrix rows by columns, such as "24x24". By default the smallest that can hold the content. */
  version?: string | number;
  /** QR codes: the mask, 0 to 7, Micro QR 0 to 3; by default the best one. @minimum 0 @maximum 7 */
  mask?: integer;
  /** Columns: PDF417 1 to 30, MicroPDF417 1 to 4. @minimum 1 @maximum 30 */
  columns?: integer;
  /** Rows: PDF417 3 to 90, MicroPDF417 4 to 44. @minimum 3 @maximum 90 */
  rows?: integer;
  /** Data Matrix: allowed shape. @default "square" */
  shape?: "square" | "rectangle";
  /** Aztec: number of layers. @minimum 1 @maximum 32 */
  layers?: integer;
  /** MaxiCode: 2 and 3 for carriers, 4 for general data, 5 with more error correction, 6 for reader programming. @minimum 2 @maximum 6 @default 4 */
  mode?: integer;
  /** Empty modules around the symbol, inside `width` and `height`. @unit modules @minimum 0 @default 0 */
  quiet_zone?: number;
  /** Width of a module, which determines that of the symbol within the frame. Not for MaxiCode and Intelligent Mail. @unit mm @exclusiveMinimum 0 */
  module_width?: number;
  /** Reduction of the width of each bar, against ink spread. Symbols of bars only. @unit mm @minimum 0 @default 0 */
  bar_width_reduction?: number;
  /** Resolution of a printer to whose dots edges are aligned. Not for MaxiCode. @unit dpi @examples [203, 300, 600] */
  dpi?: integer;
  /** Code 39, Codabar and ITF: computes and appends a check digit. @default false */
  include_check_digit?: boolean;
  /** Ratio of wide to narrow bars, for symbologies with two widths: Code 39, Codabar, ITF, ITF-14, GTIN-14 and MSI. @minimum 2 @maximum 3 */
  bar_ratio?: number;
  /** ITF-14 and GTIN-14: bars above and below the symbol. @default false */
  bearer_bars?: boolean;
}

/**
 * Human-readable text of a barcode. At the bottom, EAN, UPC and ISBN show their digits in retail form, between longer guard bars; the `font_size` of the
 * style is then that of the digits below the bars, by default that of the standard.
 */
export interface BarcodeText {
  /** Shows the text. @default false */
  enabled?: boolean;
  /** Position relative to the symbol. @default "bottom" */
  position?: "bottom" | "top";
  /** Distance between bars and text; for retail symbols, to the upper edge of the digits. @unit mm @minimum 0 @default 0.5 */
  offset?: number;
  /** Style of the text. Fields of a frame are refused. */
  style?: TextStyle;
}

/** Position of a container, and layout of its children. */
export interface ContainerLayoutFields extends PlacementFields {
  /** Layout of the children. */
  children: ContainerChildren;
}

/** Position of a container, and layout of its children. */
export type ContainerLayout = Placed<ContainerLayoutFields>;

/** Layout of containers positioned by the flow. */
export type BlockContainerLayout = Unplaced<ContainerLayoutFields>;

/** Layout of a container's children. */
export interface ContainerChildrenFields {
  /** `coordinate`: children have positions; `linear`: they follow each other and have none. */
  mode: "coordinate" | "linear";
  /** Padding of the container. */
  padding?: BoxSpacing;
  /** Treatment of content that leaves the container. `paginate` requires a direct child of the body of a page that flows, has a height, and is linear, vertical and not wrapped. @default "visible" */
  overflow?: "visible" | "clip" | "paginate";
  /** Direction of the line. Only linear. @default "vertical" */
  axis?: "horizontal" | "vertical";
  /** Distance between children, and between the rows or columns of a wrapped line. Only linear. @unit mm @minimum 0 @default 0 */
  gap?: number;
  /** Alignment along the line. A vertical line without a height allows only `start`. Only linear. @default "start" */
  main_align?: "start" | "center" | "end" | "space_between";
  /** Alignment across the line; `stretch` gives containers without a size that of the line. Only linear. @default "start" */
  cross_align?: "start" | "center" | "end" | "stretch";
  /** Starts a new row or column for a child that does not fit. A vertical line then requires a height. Only linear. @default false */
  wrap?: boolean;
}

/** `linear` with its fields, or `coordinate` without them. */
export type ContainerChildren = Forms<
  ContainerChildrenFields,
  { mode: "coordinate" } | ({ mode: "linear" } & May<ContainerChildrenFields, "axis" | "gap" | "main_align" | "cross_align" | "wrap">)
>;

/** Default styles by group. The flat names of earlier versions are recognised and refused with API-002. */
export interface Defaults {
  /** Style of text. */
  text?: TextStyle;
  /** Default fields of strokes. They alone draw no outline. */
  stroke?: StrokeStyle;
  /** Default fields of fills. They alone paint nothing. */
  fill?: FillStyle;
  /** Defaults common to shapes. */
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

/** Defaults common to shapes. */
export interface ShapeDefaults {
  /** Radius of the corners of rectangles and containers. @unit mm @minimum 0 @default 0 */
  corner_radius?: number;
}
