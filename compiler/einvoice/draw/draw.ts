// Built-in drawing: a Flow Document from an invoice's terms (I32, I34).
import { contrast } from "../../core/contrast.js";
import type { LocaleSource } from "../../core/world.js";
import { block, heading, literal, literalCell, literalInlines, stack, styled } from "../../request/build.js";
import type { DocumentRequest } from "../../request/types/document.js";
import type { BlockElement, FlowNode } from "../../request/types/flow-node.js";
import type { NamedStyles, StyleRule } from "../../request/types/named-style.js";
import type { PaymentSlip } from "../../request/types/payment-slip.js";
import type { ImageSource } from "../../request/types/shape.js";
import type { CellValue, TableElement } from "../../request/types/table.js";
import type { RunStyle, TextStyle } from "../../request/types/text.js";
import { isCreditNote } from "../model/room.js";
import { MODEL } from "../model/terms.js";
import { textAt, type Group } from "../model/value.js";
import type { Language } from "../show/labels/table.js";
import { labelOf } from "../show/labels/label.js";
import { wordOf } from "../show/labels/words.js";
import { groupsOfInvoice, type TermGroup, type TermRow } from "../show/rows.js";
import { directionOf, titleOf } from "../show/show.js";
import type { Payment } from "./payment.js";
import type { TaxPayload } from "./tax.js";
import { Forms } from "../show/forms.js";
import { heightOf, isLong } from "./room.js";
import { Drawn } from "./terms.js";

interface Drawing {
  readonly model: Group;
  readonly language: Language;
  readonly logo?: ImageSource | undefined;
  /** #rrggbb */
  readonly color?: string | undefined;
  /** null without a symbol */
  readonly payment: Payment | null;
  readonly tax?: readonly TaxPayload[];
  readonly locales: LocaleSource;
}

const INK = "#1F2933";
const GREY = "#5F6B7A";
const LINE = "#C9D1DA";
const ACCENT = "#0F4C75";
/** mm between the margins of A4 */
const WIDTH = 170;
/** points */
const LINE_SIZE = 8.5;

export const drawnRequest = (drawing: Drawing): DocumentRequest => new Sheet(drawing).request();

type Row = readonly [string, string];

class Sheet {
  readonly #drawn: Drawn;
  readonly #forms: Forms;
  readonly #language: Language;
  readonly #accent: string;
  readonly #currency: string;

  constructor(readonly drawing: Drawing) {
    const { model, language, color, locales } = drawing;
    this.#language = language;
    this.#accent = color ?? ACCENT;
    this.#forms = new Forms(locales, language);
    this.#drawn = new Drawn(groupsOfInvoice(model, language, this.#forms.of));
    this.#currency = textAt(model, "invoice_currency_code")?.trim() ?? "";
  }

  request(): DocumentRequest {
    const { model, language } = this.drawing;
    return {
      settings: {
        metadata: { title: titleOf(model, language), language },
        direction: directionOf(language),
        defaults: { text: { font_size: 9.5, line_height: 1.35, color: INK } },
      },
      flow_document: {
        page_masters: { main: { size: "a4", layout: { page_margin: { top: 20, right: 20, bottom: 12, left: 20 } }, footer: FOOTER } },
        styles: this.#styles(),
        style_scope: { rules: [...RULES] },
        segments: [{ page_master: "main", content: [{ type: "stack", layout: { gap: 4 }, content: this.#content() }, ...this.#slip()] }],
      },
    };
  }

  #styles(): NamedStyles {
    const color = isDark(this.#accent) ? this.#accent : INK;
    const text = (properties: TextStyle): NamedStyles[string] => ({ target: "text", properties });
    return {
      title: text({ font_size: 20, font_weight: "bold", line_height: 1.2, color }),
      section: text({ font_size: 10.5, font_weight: "semibold", line_height: 1.3, color }),
      sender: text({ font_size: 12, font_weight: "semibold", color }),
      muted: text({ font_size: 8, color: GREY }),
    };
  }

  #content(): FlowNode[] {
    const drawn = this.#drawn;
    const tax = this.#tax();
    const isFirst = this.drawing.tax?.[0]?.kind === "verifactu";
    return [
      ...(isFirst ? tax : []),
      this.#letterhead(),
      this.#rule(),
      this.#parties(),
      ...(isFirst ? [] : tax),
      heading(titleOf(this.drawing.model, this.#language), 1),
      ...this.#notes(),
      ...this.#lines(),
      ...this.#sums(),
      ...this.#payment(),
      ...drawn
        .left(drawn.whole)
        .flatMap(({ label, rows }) => [heading(label === "" ? wordOf("invoice", this.#language) : label, 2), this.#pairs(rowsOf(rows))]),
    ];
  }

  #letterhead(): FlowNode {
    const drawn = this.#drawn;
    const seller = drawn.group("seller");
    const name = drawn.take("seller.name", seller).join("\n");
    const lines = this.#address(seller, "seller");
    const left = stack(1, ...(name === "" ? [] : [styled(name, "sender")]), ...(lines === "" ? [] : [styled(lines, "muted")]));
    const { logo } = this.drawing;
    if (!logo) return left;
    const height = heightOf(name, widthOf([3, 1.4], 0), 12, 1.35) + heightOf(lines, widthOf([3, 1.4], 0), 8, 1.35);
    const picture: BlockElement = { type: "image", source: logo, alt: name, width: 50, height: 20, fit: "contain", align: "right" };
    return beside([3, 1.4], { node: left, height }, { node: { type: "block", element: picture }, height: 20 });
  }

  #address(party: TermGroup | undefined, field: string): string {
    const address = party && this.#drawn.groups(`${field}.postal_address`, party)[0];
    if (!address) return "";
    const at = (name: string): string => this.#drawn.take(`${field}.postal_address.${name}`, address).join(" ");
    const city = ["post_code", "city"].map(at).filter(isText).join(" ");
    return [at("line_1"), at("line_2"), at("line_3"), city, at("country_subdivision"), at("country_code")].filter(isText).join("\n");
  }

  #parties(): FlowNode {
    const drawn = this.#drawn;
    const buyer = drawn.group("buyer");
    const lines = [...drawn.take("buyer.name", buyer), ...drawn.take("buyer.trading_name", buyer), this.#address(buyer, "buyer")];
    drawn.take("invoice_number");
    drawn.take("invoice_type_code");
    const delivery = drawn.group("delivery");
    const dates = delivery ? delivery.rows.filter((r) => r.field === "delivery.actual_delivery_date") : [];
    const skipped = new Set(["payment_terms", "invoice_currency_code"]);
    const rows = drawn.whole.rows.filter((r) => !skipped.has(r.field) && !["invoice_number", "invoice_type_code"].includes(r.field));
    for (const r of rows) drawn.take(r.field);
    for (const r of dates) drawn.take(r.field, delivery);
    const facts = rowsOf([...rows, ...dates]);
    const text = lines.filter(isText).join("\n");
    const left = text === "" ? space() : block({ type: "text", content: literal(text) });
    if (facts.length === 0) return left;
    const shares = [1, 1.15];
    return beside(
      shares,
      { node: left, height: heightOf(text, widthOf(shares, 0), 9.5, 1.35) },
      { node: this.#pairs(facts, 44), height: heightOfPairs(facts, 44, widthOf(shares, 1)) },
    );
  }

  #notes(): readonly FlowNode[] {
    return this.#drawn.groups("notes[]").flatMap((note) => {
      const text = this.#drawn.take("notes[].text", note);
      const codes = text.length === 0 ? [] : this.#drawn.take("notes[].subject_code", note);
      const rest = rowsOf(this.#drawn.rest(note));
      const whole = text.map((t) => block({ type: "text", content: literal([t.trimEnd(), ...codes.map((c) => `(${c})`)].join(" ")) }));
      return [...whole, ...(rest.length > 0 ? [this.#pairs(rest)] : [])];
    });
  }

  #lines(): readonly FlowNode[] {
    const groups = this.#drawn.groups("lines[]");
    if (groups.length === 0) return [];
    const w = (key: string): string => wordOf(key, this.#language);
    const column = (key: string, header: string, value: number, right = true): TableElement["columns"][number] => ({
      key,
      header,
      width: { mode: "fixed", value },
      ...(right && { text_align: "right" as const }),
    });
    const ink = isDark(this.#accent);
    return [
      block({
        type: "table",
        columns: [
          column("no", w("position"), 12, false),
          { key: "item", header: w("description"), role: "data", width: { mode: "auto" } },
          column("quantity", w("quantity"), 18),
          column("unit", w("unit"), 18, false),
          column("price", w("price"), 22),
          column("vat", w("vat"), 15),
          column("net", w("net"), 25),
        ],
        rows: groups.map((line) => this.#line(line)),
        cell: { text: { font_size: LINE_SIZE, line_height: 1.3 } },
        header: { cell: { fill: { color: this.#accent }, text: { font_size: 8, font_weight: "semibold", color: ink ? "#FFFFFF" : INK } } },
        grid: { horizontal: { width: 0.15, color: LINE }, bottom: { width: 0.3, color: this.#accent } },
      }),
    ];
  }

  #line(line: TermGroup): Record<string, CellValue> {
    const drawn = this.#drawn;
    const within = (field: string): TermGroup | undefined => drawn.groups(`lines[].${field}`, line)[0];
    const own = (field: string, of: TermGroup | undefined): string => drawn.take(`lines[].${field}`, of).join(" ");
    const vat = within("vat");
    const unit = /\((.*)\)$/.exec(own("unit_code", line).trim());
    const category = own("vat.category_code", vat);
    const rate = own("vat.rate", vat);
    const cells = {
      no: own("identifier", line),
      quantity: own("quantity", line),
      unit: unit?.[1] ?? textOfUnit(line),
      price: own("price.net", within("price")),
      vat: rate === "" ? category : rate,
      net: own("net_amount", line),
    };
    const item = within("item");
    const name = own("item.name", item);
    const described = own("item.description", item);
    const period = within("period");
    const days = ["start_date", "end_date"].map((day) => own(`period.${day}`, period)).filter(isText);
    const attributes = drawn
      .groups("lines[].item.attributes[]", line)
      .map((a) => ["name", "value"].map((part) => own(`item.attributes[].${part}`, a)).filter(isText));
    const more = [
      ...(described === "" ? [] : [described]),
      ...(rate !== "" && !category.startsWith("S ") && category !== "" ? [category] : []),
      ...attributes.map((pair) => pair.join(": ")),
      ...["allowances[]", "charges[]"].flatMap((field) =>
        drawn.groups(`lines[].${field}`, line).map((group) => {
          const { reason, share, amount } = this.#amount(`lines[].${field}`, group);
          return `${group.label}: ${[reason, share, amount].filter(isText).join(", ")}`;
        }),
      ),
      ...(days.length === 0 ? [] : [`${period!.label}: ${days.join(" – ")}`]),
      ...drawn.left(line).flatMap(({ rows }) => rowsOf(rows).map((pair) => pair.join(": "))),
    ];
    return {
      ...Object.fromEntries(Object.entries(cells).map(([key, text]) => [key, { content: literalCell(text) }])),
      item: {
        content: {
          blocks: [
            ...(name === "" ? [] : [paragraph(name, { font_weight: "semibold" })]),
            ...more.map((text) => paragraph(text, { font_size: 7.5, color: GREY })),
          ],
        },
      },
    };
  }

  #sums(): readonly FlowNode[] {
    const drawn = this.#drawn;
    const out = ["allowances[]", "charges[]", "logistics_service_charges[]"].flatMap((field) => this.#amounts(field));
    const taxes = drawn.groups("vat_breakdown[]");
    const totals = drawn.group("totals");
    const rows: Row[] = [];
    const total = (name: string, label?: string): void => {
      for (const r of totals?.rows.filter((row) => row.field === `totals.${name}`) ?? []) rows.push([label ?? r.label, this.#money(r)]);
      drawn.take(`totals.${name}`, totals);
    };
    for (const name of ["sum_of_line_net_amount", "sum_of_allowances", "sum_of_charges", "total_amount_without_vat"]) total(name);
    for (const tax of taxes) {
      const at = (name: string): string => drawn.take(`vat_breakdown[].${name}`, tax).join(" ");
      const [category, rate, base, amount] = [at("category_code"), at("rate"), at("taxable_amount"), at("tax_amount")];
      const reason = rowsOf(drawn.rest(tax)).map((pair) => pair.join(": "));
      const of = `${wordOf("vat", this.#language)} ${rate} ${wordOf("of", this.#language)} ${base}${category === "" ? "" : `, ${category}`}`;
      rows.push([[of, ...reason].join("\n"), amount === "" ? "" : `${amount} ${this.#currency}`]);
    }
    for (const name of ["total_vat_amount", "total_vat_amount_in_accounting_currency", "total_amount_with_vat", "paid_amount"]) total(name);
    total("rounding_amount");
    // the seller owes that of a credit note
    total("amount_due_for_payment", isCreditNote(this.drawing.model) ? wordOf("credited", this.#language) : undefined);
    drawn.take("invoice_currency_code");
    const shares = [1, 2.6];
    const table = this.#totals(rows);
    if (rows.length > 0)
      out.push(isLong(heightOfPairs(rows, widthOf(shares, 1) - 40, widthOf(shares, 1))) ? table : grid(shares, space(), table));
    return out;
  }

  #amounts(field: string): FlowNode[] {
    const drawn = this.#drawn;
    const groups = drawn.groups(field);
    if (groups.length === 0) return [];
    const rows = groups.map((group) => {
      const { reason, share, amount } = this.#amount(field, group);
      const [category, rate] = ["vat_category_code", "vat_rate"].map((name) => drawn.take(`${field}.${name}`, group).join(" "));
      const text = [
        reason,
        share,
        rate !== "" && !category!.startsWith("S ") ? category! : "",
        ...rowsOf(drawn.rest(group)).map((pair) => pair.join(": ")),
      ];
      return {
        text: { content: literalCell(text.filter(isText).join("\n")) },
        vat: { content: literalCell(rate === "" ? category! : rate!) },
        amount: { content: literalCell(amount === "" ? "" : `${amount} ${this.#currency}`.trimEnd()) },
      };
    });
    return [
      heading(labelOfField(field, this.#language), 2),
      block({
        type: "table",
        columns: [
          { key: "text", width: { mode: "auto" }, role: "row_header" },
          { key: "vat", width: { mode: "fixed", value: 30 }, text_align: "right" },
          { key: "amount", width: { mode: "fixed", value: 40 }, text_align: "right" },
        ],
        header: { show: false },
        rows,
        cell: { text: { font_size: 8.5, line_height: 1.3 } },
        grid: { horizontal: { width: 0.15, color: LINE } },
      }),
    ];
  }

  /** `Loyalty (95)`, `3 % of 200.00`, `6.00`; "" if absent. */
  #amount(field: string, group: TermGroup): { readonly reason: string; readonly share: string; readonly amount: string } {
    const at = (name: string): string => this.#drawn.take(`${field}.${name}`, group).join(" ");
    const code = at("reason_code");
    const reason = [at("reason"), at("description"), code === "" ? "" : `(${code})`].filter(isText).join(" ");
    const share = ["percentage", "base_amount"]
      .map(at)
      .filter(isText)
      .join(` ${wordOf("of", this.#language)} `);
    return { reason, share, amount: at("amount") };
  }

  /** VAT in accounting currency has that currency's code. */
  #money({ field, value }: TermRow): string {
    const code = field.endsWith("in_accounting_currency") ? textAt(this.drawing.model, "vat_accounting_currency_code") : this.#currency;
    return /amount|sum_of/.test(field) ? `${value} ${code ?? ""}`.trim() : value;
  }

  #totals(rows: readonly Row[]): FlowNode {
    const strong = { text: { font_weight: "bold" as const }, borders: { top: { width: 0.4, color: this.#accent } } };
    const element: TableElement = {
      type: "table",
      columns: [
        { key: "label", width: { mode: "auto" }, role: "row_header", text_align: "right" },
        { key: "value", width: { mode: "fixed", value: 40 }, text_align: "right", cell: { text: { wrap_policy: "no_wrap" } } },
      ],
      header: { show: false },
      rows: rows.map(([label, value], i) => {
        const style = i === rows.length - 1 ? { style: strong } : {};
        return { label: { content: literalCell(label), ...style }, value: { content: literalCell(value), ...style } };
      }),
      cell: { text: { font_size: 9, line_height: 1.3 } },
    };
    return block(element, { pagination: { keep_together: true } });
  }

  #payment(): readonly FlowNode[] {
    const drawn = this.#drawn;
    const instructions = drawn.group("payment_instructions");
    const terms = drawn.take("payment_terms");
    const rows = instructions ? drawn.left(instructions).flatMap((g) => rowsOf(g.rows)) : [];
    if (rows.length === 0 && terms.length === 0) return [];
    const text = terms.map((t) => block({ type: "text", content: literal(t) }));
    const facts = stack(2, ...text, ...(rows.length > 0 ? [this.#pairs(rows, 62)] : []));
    const code = symbolOf(this.drawing.payment);
    const label = drawn.whole.groups.find((g) => g.field === "payment_instructions")?.label ?? wordOf("payment", this.#language);
    if (code === null) return [heading(label, 2), facts];
    const symbol: BlockElement =
      "payload" in code
        ? { type: "barcode", payload: code.payload, width: 32, height: 32 }
        : {
            type: "barcode",
            format: "qrcode",
            content: code.content,
            width: 32,
            height: 32,
            alt: wordOf("payment_code", this.#language),
            options: { error_correction: "M" },
          };
    const scan = stack(1, block(symbol), styled(wordOf("scan", this.#language), "muted"));
    const shares = [3.4, 1];
    const width = widthOf(shares, 0);
    const height = terms.reduce((sum, t) => sum + heightOf(t, width, 9.5, 1.35), heightOfPairs(rows, 62, width));
    const together = { keep_together: true };
    if (isLong(height)) return [heading(label, 2), facts, { ...scan, pagination: together }];
    return [heading(label, 2), { ...grid(shares, facts, scan), pagination: together }];
  }

  /** Symbols above the lines, of Spain above all else (MS-36). */
  #tax(): readonly FlowNode[] {
    const symbols = (this.drawing.tax ?? []).map((payload) =>
      block(payload.kind === "verifactu" ? { type: "barcode", payload } : { type: "barcode", payload, width: 32, height: 32 }),
    );
    return symbols.length > 1 ? [grid([1, 4], ...symbols)] : symbols;
  }

  /** Returns the payment slip at the end of the drawing (MS-35). */
  #slip(): readonly PaymentSlip[] {
    const { payment } = this.drawing;
    if (payment === null || !("payload" in payment) || payment.payload.kind !== "swiss_qr") return [];
    const language = SLIP_LANGUAGES.find((l) => l === this.#language) ?? "en";
    return [{ type: "payment_slip", payload: payment.payload, language }];
  }

  #pairs(rows: readonly Row[], labels = 70): FlowNode {
    return block({
      type: "table",
      columns: [
        { key: "label", width: { mode: "fixed", value: labels }, role: "row_header", cell: { text: { color: GREY } } },
        { key: "value", width: { mode: "auto" } },
      ],
      header: { show: false },
      rows: rows.map(([label, value]) => ({ label: { content: literalCell(label) }, value: { content: literalCell(value) } })),
      cell: { padding: { x: 0.8, y: 0.4 }, text: { font_size: 8.5, line_height: 1.3 } },
    });
  }

  #rule(): FlowNode {
    return block({ type: "rect", width: WIDTH, height: 0.6, fill: { color: this.#accent } }, { semantics: { decorative: true } });
  }
}

/** The scheme of an identifier follows its value. */
function rowsOf(rows: readonly TermRow[]): readonly Row[] {
  const out: { readonly label: string; readonly field: string; value: string }[] = [];
  for (const { label, field, value } of rows) {
    const whole = out.at(-1);
    if (whole && (field === `${whole.field}.scheme` || field === `${whole.field}.scheme_version`)) whole.value += ` (${value})`;
    else out.push({ label, field, value });
  }
  return out.map((r): Row => [r.label, r.value]);
}

/** A slip is not beside the terms of payment. */
const symbolOf = (payment: Payment | null): Payment | null =>
  payment !== null && "payload" in payment && payment.payload.kind === "swiss_qr" ? null : payment;

const labelOfField = (field: string, language: Language): string =>
  labelOf({ field, term: MODEL.fields.get(field.replace("[]", ""))?.term ?? null }, language);

const isText = (text: string): boolean => text.trim() !== "";

const textOfUnit = (line: TermGroup): string => line.rows.find((r) => r.field === "lines[].unit_code")?.value ?? "";

const FOOTER = {
  layout: { height: 12 },
  elements: [
    {
      type: "text" as const,
      layout: { left: 0, top: 5 },
      style: { width: WIDTH, text_align: "right" as const, font_size: 7.5, color: GREY },
      content: "{page} / {total_pages}",
    },
  ],
};
const SLIP_LANGUAGES = ["de", "fr", "it", "en"] as const;
const RULES: readonly StyleRule[] = [
  { selector: { role: "heading", heading_level: 1 }, style: "title" },
  { selector: { role: "heading", heading_level: 2 }, style: "section" },
];

const space = (): FlowNode => block({ type: "rect", width: 1, height: 1, fill: { color: "#FFFFFF" } }, { semantics: { decorative: true } });
const GAP = 6;
/** mm of a column of a grid */
const widthOf = (shares: readonly number[], column: number): number =>
  ((WIDTH - GAP * (shares.length - 1)) * shares[column]!) / shares.reduce((sum, n) => sum + n, 0);

interface Part {
  readonly node: FlowNode;
  /** mm, estimated */
  readonly height: number;
}
const beside = (shares: readonly number[], ...parts: readonly Part[]): FlowNode =>
  parts.some(({ height }) => isLong(height)) ? stack(4, ...parts.map(({ node }) => node)) : grid(shares, ...parts.map(({ node }) => node));

/** mm, with padding, estimated. @param labels mm */
const heightOfPairs = (rows: readonly Row[], labels: number, width: number): number =>
  rows.reduce((sum, [label, value]) => sum + 0.8 + Math.max(heightOf(label, labels, 9, 1.3), heightOf(value, width - labels, 9, 1.3)), 0);

const grid = (columns: readonly number[], ...content: FlowNode[]): Extract<FlowNode, { readonly type: "grid" }> => ({
  type: "grid",
  layout: { columns: columns.map((value) => ({ mode: "fraction", value })), column_gap: GAP },
  content,
});
const paragraph = (text: string, style: RunStyle) => ({ type: "paragraph" as const, inlines: literalInlines(text, style) });

/** White text is legible: WCAG contrast >= 4.5. */
const isDark = (color: string): boolean => contrast(color, "#FFFFFF") >= 4.5;
