/**
 * The library face: `import { render, compile, check } from "platen"` (decisions §6).
 * A request is a `DocumentRequest`, or its JSON as bytes. Failures are `RenderError`s with the contract's code and the source path.
 */
import { collect, compile as compilePages } from "../compiler/compile.js";
import { jsonValue } from "../compiler/request/json-value.js";
import type { DocumentRequest } from "../compiler/request/types/document.js";
import type { Problem } from "../compiler/core/fail.js";
import type { IrDocument } from "../ir/ir.js";
import { findingOf, placed, textOf, warningsInOrder, type Finding } from "./findings.js";
import { Engine } from "./render/engine.js";
import { FontStore } from "./fonts/fonts.js";
import { assetFolder } from "./pictures/assets.js";

export { RenderError } from "../compiler/core/fail.js";
export type { Code } from "../compiler/core/fail.js";
export type {
  AnnotationBand,
  AnnotationLine,
  AreaFill,
  CategoryAxis,
  ChartAnnotations,
  ChartAxes,
  ChartData,
  ChartDataLabels,
  ChartElement,
  ChartFillStyle,
  ChartGradient,
  ChartGrid,
  ChartKind,
  ChartLegend,
  ChartMarker,
  ChartOptions,
  ChartPattern,
  ChartSeries,
  ChartTextStyle,
  ChartTheme,
  Curve,
  GradientStop,
  PatternBackground,
  PointKind,
  ScatterPoint,
  SeriesOptions,
  SeriesPresentation,
  SeriesStack,
  ValueAxes,
  ValueAxis,
} from "../compiler/request/types/chart.js";
export type {
  Anchor,
  BoxSpacing,
  Color,
  CompoundStroke,
  Dash,
  DestinationTarget,
  FillStyle,
  LinkBorder,
  LinkSpec,
  LinkTarget,
  NumberFormat,
  PageMargin,
  PageTarget,
  Placement,
  StrokeStyle,
  UrlTarget,
} from "../compiler/request/types/common.js";
export type {
  ChartProjection,
  DatasetDefinition,
  DatasetField,
  DatasetRow,
  FieldReference,
  Projection,
  ProjectionColumn,
  ProjectionSeries,
  TableProjection,
} from "../compiler/request/types/data.js";
export type {
  Datasets,
  DocumentRequest,
  FixedCanvasRequest,
  FlowDocumentRequest,
  LayoutSettings,
  MetadataSettings,
  OutputSettings,
  Page,
  PageLayout,
  PaginationSettings,
  Permissions,
  Projections,
  SecuritySettings,
  Settings,
} from "../compiler/request/types/document.js";
export type {
  EInvoiceDelivery,
  EInvoiceReport,
  EInvoiceResidency,
  EInvoiceRetention,
  EInvoiceSettings,
  EInvoiceValidation,
  EInvoiceXml,
} from "../compiler/request/types/einvoice.js";
export type { ContainerElement, Element, ElementOf, ElementType } from "../compiler/request/types/element.js";
export type {
  BindingMargin,
  BlockContainer,
  BlockElement,
  BlockNode,
  BreakNode,
  ColumnsLayout,
  ColumnsNode,
  ContentTrack,
  FixedTrack,
  FlowDocument,
  FlowNode,
  FractionTrack,
  FrameNamedStyle,
  FrameStyleProperties,
  GridLayout,
  GridNode,
  GridTrack,
  MasterColumns,
  MasterLayout,
  MasterVariant,
  MasterVariants,
  NamedStyle,
  NamedStyles,
  NodePagination,
  PageMaster,
  PageMasters,
  PageNumbering,
  PlacedLayout,
  PlacedNode,
  Segment,
  SemanticRole,
  Semantics,
  StackLayout,
  StackNode,
  StyleRule,
  StyleScope,
  StyleSelector,
  TableNamedStyle,
  TableStyleProperties,
  TextNamedStyle,
  VariantRegion,
} from "../compiler/request/types/flow.js";
export type {
  BackgroundLayer,
  Layers,
  Repeat,
  Section,
  SectionLayout,
  StampLayer,
  WatermarkLayer,
  WatermarkLayout,
  WatermarkStyle,
  WatermarkTemplate,
} from "../compiler/request/types/layers.js";
export type {
  AssetSource,
  BarcodeContent,
  BarcodeElement,
  BarcodeOptions,
  BarcodeStyle,
  BarcodeText,
  Base64Source,
  CircleElement,
  ContainerChildren,
  ContainerLayout,
  Defaults,
  EllipseElement,
  ImageContent,
  ImageElement,
  ImageFormat,
  ImageSource,
  LineElement,
  LinkElement,
  PathElement,
  PolygonElement,
  PolygonPoint,
  RectElement,
  ShapeDefaults,
  ViewBox,
} from "../compiler/request/types/shape.js";
export type {
  AutoColumnWidth,
  BorderStyle,
  CellBorders,
  CellPadding,
  CellStyle,
  CellValue,
  ColumnWidth,
  FitContentColumnWidth,
  FixedColumnWidth,
  PercentColumnWidth,
  ProjectionReference,
  TableBody,
  TableCell,
  TableColumn,
  TableElement,
  TableFooter,
  TableFooterCell,
  TableFooterRow,
  TableGrid,
  TableHeader,
  TableHeaderCell,
  TableHeaderRow,
  TablePagination,
  TableRow,
  TableZone,
} from "../compiler/request/types/table.js";
export type {
  Block,
  BlockContent,
  Decoration,
  FontWeight,
  Highlight,
  Inline,
  LineBreakInline,
  LinkStyle,
  ListBlock,
  ListItem,
  ListSettings,
  PageBreakBlock,
  ParagraphBlock,
  ParagraphStyle,
  RunStyle,
  Span,
  SpanContent,
  TabInline,
  TextAlign,
  TextContent,
  TextDefaults,
  TextDirection,
  TextElement,
  TextFrame,
  TextInline,
  TextOverflow,
  TextStyle,
  VariableInline,
  VerticalAlign,
} from "../compiler/request/types/text.js";
export type { IrDocument as DisplayList } from "../ir/ir.js";
export type { Finding } from "./findings.js";

/** Options of the library's functions; absent ones have the command line's defaults. */
export interface LibraryOptions {
  /** a folder with further fonts */
  readonly fontDir?: string;
  /** a folder with pictures: an asset's key is its file name */
  readonly assetDir?: string;
  /** pages a document may have, 10,000 where absent */
  readonly maxPages?: number;
  /** look for what is probably not meant, too */
  readonly warnings?: boolean;
}

/** A PDF and its number of pages. */
export interface Rendered {
  readonly pdf: Uint8Array;
  readonly pages: number;
  /** what is probably not meant, where it was asked for; never a reason to refuse */
  readonly warnings: readonly Finding[];
}

const engines = new Map<string, Engine>();

/**
 * Uses one engine a font folder, which is kept: its caches make later documents fast. A request is the caller's, who may change it after the call:
 * where the engine has to be waited for, what is used is a copy.
 */
async function withEngine<T>(
  { fontDir, assetDir }: LibraryOptions,
  request: DocumentRequest | Uint8Array,
  use: (engine: Engine, request: object) => T,
): Promise<Awaited<T>> {
  const key = JSON.stringify([fontDir, assetDir]);
  const known = engines.get(key);
  if (known) return await use(known, request);
  const copy = fontDir === undefined ? request : copyOf(request);
  // fonts of a folder are checked by what most programs have no need of
  const fonts = fontDir === undefined ? new FontStore() : (await import("./fonts/font-files.js")).fontStore(fontDir);
  const engine = engines.get(key) ?? new Engine(fonts, assetFolder(assetDir ?? null));
  engines.set(key, engine);
  return await use(engine, copy);
}

function copyOf(request: object): object {
  if (request instanceof Uint8Array) return request.slice();
  const read = jsonValue(request);
  // what is wrong with it is found again
  return "problem" in read ? request : (read.value as object);
}

const boundsOf = ({ maxPages }: LibraryOptions): { maxPages?: number } => (maxPages === undefined ? {} : { maxPages });

const warningsOf = (request: unknown, list: readonly Problem[]): readonly Finding[] =>
  warningsInOrder(request, list).map((p) => findingOf(p, textOf(request), "warning"));

/** Renders a request to PDF. */
export async function render(request: DocumentRequest | Uint8Array, options: LibraryOptions = {}): Promise<Rendered> {
  const noted: Problem[] = [];
  const watch = options.warnings ? { warn: (p: Problem) => void noted.push(p) } : {};
  return withEngine(options, request, async (engine, given) => {
    const { pdf, pages } = await placed(given, () => engine.renderLater(given, { ...boundsOf(options), ...watch }));
    return { pdf, pages, warnings: warningsOf(given, noted) };
  });
}

/** Compiles a request to its display list. */
export async function compile(request: DocumentRequest | Uint8Array, options: LibraryOptions = {}): Promise<IrDocument> {
  return withEngine(options, request, (engine, given) =>
    placed(given, async () => collect(await compilePages(given, engine.world(), boundsOf(options)))),
  );
}

/**
 * Everything wrong with a request, of the earliest stage that finds anything; empty = it renders. Warnings come behind the errors, where they are
 * asked for: with them, a request renders that has no finding of severity error.
 */
export async function check(request: DocumentRequest | Uint8Array, options: LibraryOptions = {}): Promise<readonly Finding[]> {
  const { warnings: wanted = false } = options;
  return withEngine(options, request, async (engine, given) => {
    const { errors, warnings } = await engine.findings(given, { ...boundsOf(options), warnings: wanted });
    const text = textOf(given);
    return [...errors.map((p) => findingOf(p, text)), ...warningsOf(given, warnings)];
  });
}
