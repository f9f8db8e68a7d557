/**
 * Library: `import { render, compile, check } from "platen"` (decisions §6). Requests are `DocumentRequest` objects, or their JSON as
 * bytes. Failures are `RenderError`s with the contract's code and the source path.
 */
import { collect, compile as compilePages } from "../compiler/compile.js";
import { jsonValue } from "../compiler/request/json-value.js";
import type { DocumentRequest } from "../compiler/request/types/document.js";
import type { Problem } from "../compiler/core/fail.js";
import type { IrDocument } from "../ir/ir.js";
import { findingOf, placed, textOf, warningsInOrder, type Finding } from "./errors/findings.js";
import { Engine } from "./engine/engine.js";
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
export type { Finding } from "./errors/findings.js";

/** Options of library functions; defaults are those of the command line. */
export interface LibraryOptions {
  /** folder with additional fonts */
  readonly fontDir?: string;
  /** folder with pictures; asset keys are file names */
  readonly assetDir?: string;
  /** maximum pages of a document, default 10,000 */
  readonly maxPages?: number;
  /** also report probable mistakes */
  readonly warnings?: boolean;
}

export interface Rendered {
  readonly pdf: Uint8Array;
  readonly pages: number;
  /** probable mistakes, if requested; they never prevent a document */
  readonly warnings: readonly Finding[];
}

const engines = new Map<string, Engine>();

/**
 * Uses the cached engine of a font folder. The request is copied if the engine is not ready, since callers may change it after the call.
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
  // most programs need no font check
  const fonts = fontDir === undefined ? new FontStore() : (await import("./fonts/font-files.js")).fontStore(fontDir);
  const engine = engines.get(key) ?? new Engine(fonts, assetFolder(assetDir ?? null));
  engines.set(key, engine);
  return await use(engine, copy);
}

function copyOf(request: object): object {
  if (request instanceof Uint8Array) return request.slice();
  const read = jsonValue(request);
  // the engine reports its fault
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

/** Errors of the earliest stage that finds any, then warnings if requested. A request without findings of severity error renders. */
export async function check(request: DocumentRequest | Uint8Array, options: LibraryOptions = {}): Promise<readonly Finding[]> {
  const { warnings: wanted = false } = options;
  return withEngine(options, request, async (engine, given) => {
    const { errors, warnings } = await engine.findings(given, { ...boundsOf(options), warnings: wanted });
    const text = textOf(given);
    return [...errors.map((p) => findingOf(p, text)), ...warningsOf(given, warnings)];
  });
}
