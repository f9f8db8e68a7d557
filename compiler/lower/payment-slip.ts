// Lowering of payment slips: receipt and payment part, as the style guide of QR-bills has them (MS-25 to MS-32).
import { encodedPayload, altOf } from "../barcode/payload/payload.js";
import { slipValues, type SlipAddress, type SlipValues } from "../barcode/payload/slip-values.js";
import { slipLanguage, slipWords, type SlipLanguage } from "../barcode/payload/slip-words.js";
import type { Container, ContainerChild } from "../box/box.js";
import { fail } from "../core/fail.js";
import type { Src } from "../core/src.js";
import { pt } from "../core/units.js";
import { SLIP_SIZE } from "../request/symbol-size.js";
import type { PaymentSlip, PaymentSlipElement } from "../request/types/payment-slip.js";
import { lowerBarcode } from "./barcode.js";
import { DECORATION, inElement, speaks, withLang } from "./meaning.js";
import { resolveX, resolveY } from "./place.js";
import { SERVICE_SCOPE, type Site, type Spoken } from "./scope.js";
import { slipMarks, type EmptyBox } from "./slip-marks.js";
import { lineAdvance, SlipText, wrapLines, type SlipLook } from "./slip-text.js";

/** Sections from the slip's upper left corner, mm (MS-26). */
const TITLE_TOP = 5;
const AMOUNT_TOP = 68;
const RECEIPT = { left: 5, width: 52, top: 12, height: 56, currency: 12, amountBox: { x: 27, y: 68, width: 30, height: 10 } };
const PAYMENT = { left: 67, currency: 15, amountBox: { x: 78, y: 72, width: 40, height: 15 } };
const INFORMATION = { left: 118, width: 87, top: 5, height: 85 };
const ACCEPTANCE = { right: 57, top: 82 };
const PROCEDURES = { top: 90, width: 138 };
const SYMBOL = { x: 67, y: 17 };
const PAYER_BOX = { receipt: { width: 52, height: 20 }, payment: { width: 65, height: 25 } };
/** Points. */
const TITLE: SlipLook = { size: 11, bold: true };
const RECEIPT_SIZES: Sizes = { heading: 6, value: 8 };
/** Largest first (MS-27). */
const PAYMENT_SIZES: readonly Sizes[] = [
  { heading: 8, value: 10 },
  { heading: 7, value: 9 },
  { heading: 6, value: 8 },
];
const PROCEDURE_SIZE = 7;
/** From the baseline of a heading to that of the amount below it, in addition to the size of the amount, points. */
const AMOUNT_GAP = 3;
/** From the ascent of a payer's heading, without its accents, to the box below, points. */
const BOX_GAP = 2;
const PLAIN_ASCENT = 0.8;
/** Share of a line that separates paragraphs at least, unless no other arrangement is possible. */
const LEAST_GAP = 0.8;

interface Sizes {
  readonly heading: number;
  readonly value: number;
}

/** A heading with its lines, or with an empty box. */
interface Paragraph {
  readonly heading: string;
  readonly lines: readonly string[] | null;
}

/** Paragraphs of a section with broken lines. */
interface Arrangement {
  readonly paragraphs: readonly Paragraph[];
  readonly sizes: Sizes;
  /** between paragraphs, points; negative if the section is too low */
  readonly gap: number;
}

/** Lowers a payment slip, by default at the left and lower edges of the page. */
export function lowerSlipElement(
  el: PaymentSlipElement,
  src: Src,
  site: Site,
): { readonly x: number; readonly y: number; readonly box: Container } {
  const { layout } = el;
  const { page } = site.area;
  const sideways = layout?.left !== undefined || layout?.right !== undefined || layout?.anchor !== undefined;
  const upright = layout?.top !== undefined || layout?.bottom !== undefined;
  const [width, height] = [pt(SLIP_SIZE.width), pt(SLIP_SIZE.height)];
  return {
    x: sideways ? resolveX(layout, width, site.area) : page.x,
    y: upright ? resolveY(layout, height, site.area) : page.y + page.height - height,
    box: lowerSlip(el, src, site),
  };
}

function lowerSlip(el: PaymentSlip, src: Src, site: Site): Container {
  const { cx } = site;
  const language = el.language ?? slipLanguage(cx.language);
  const spoken: Spoken =
    slipLanguage(cx.language) === language && isSpoken(cx.language, language) ? site.spoken : speaks(site.spoken, language);
  const { receipt, paymentPart } = slipWords(language);
  const id = cx.id();
  const { text } = encodedPayload(el.payload, cx.world.barcodes());
  const inner: Site = { ...site, scope: SERVICE_SCOPE, spoken: inElement(spoken) };
  const drawing = new SlipDrawing(slipValues(text), language, src, inner);
  const children = drawing.children(el);
  return {
    kind: "container",
    id,
    src,
    z: 0,
    tag: withLang({ role: "Sect", alt: null, title: `${receipt}, ${paymentPart}` }, spoken),
    link: null,
    width: pt(SLIP_SIZE.width),
    height: pt(SLIP_SIZE.height),
    minHeight: 0,
    padding: { top: 0, right: 0, bottom: 0, left: 0 },
    fill: { color: "#FFFFFF", opacity: 1 },
    stroke: null,
    radius: 0,
    clip: false,
    paginates: false,
    arrange: { mode: "coordinate" },
    children,
  };
}

const isSpoken = (language: string, slip: SlipLanguage): boolean => language.split("-")[0]!.toLowerCase() === slip;

class SlipDrawing {
  readonly #text: SlipText;
  readonly #words: ReturnType<typeof slipWords>;
  readonly #boxes: EmptyBox[] = [];
  readonly #children: ContainerChild[] = [];

  constructor(
    readonly values: SlipValues,
    readonly language: SlipLanguage,
    readonly src: Src,
    readonly site: Site,
  ) {
    this.#text = new SlipText(src, site);
    this.#words = slipWords(language);
  }

  children(el: PaymentSlip): readonly ContainerChild[] {
    const { cx } = this.site;
    const { lines = "scissors" } = el;
    const marks = cx.id();
    if (lines === "text") this.#separation();
    this.#receipt();
    this.#payment(el);
    const [width, height] = [pt(SLIP_SIZE.width), pt(SLIP_SIZE.height)];
    const ops = slipMarks(lines, this.#boxes);
    const box = { kind: "drawing", id: marks, src: this.src, z: 0, tag: DECORATION, link: null, width, height, ops } as const;
    return [{ x: 0, y: 0, fromRight: false, room: null, box }, ...this.#children];
  }

  /** The sentence above the upper line, over its whole width. */
  #separation(): void {
    const look: SlipLook = { size: 7, bold: false };
    const { separate } = this.#words;
    const x = (pt(SLIP_SIZE.width) - this.#text.width(separate, look)) / 2;
    this.#put([separate], x, -pt(1.5), look);
  }

  #receipt(): void {
    const { receipt, acceptance } = this.#words;
    this.#title(receipt, RECEIPT.left);
    this.#section(this.#receiptArrangement(), RECEIPT, PAYER_BOX.receipt);
    this.#amount(RECEIPT.left, RECEIPT.currency, RECEIPT_SIZES, RECEIPT.amountBox);
    const look: SlipLook = { size: RECEIPT_SIZES.heading, bold: true };
    const x = pt(ACCEPTANCE.right) - this.#text.width(acceptance, look);
    this.#put([acceptance], x, this.#firstBaseline(ACCEPTANCE.top, look), look);
  }

  #payment(el: PaymentSlip): void {
    const { paymentPart } = this.#words;
    this.#title(paymentPart, PAYMENT.left);
    this.#symbol(el);
    const arrangement = this.#paymentArrangement();
    this.#amount(PAYMENT.left, PAYMENT.currency, arrangement.sizes, PAYMENT.amountBox);
    this.#section(arrangement, INFORMATION, PAYER_BOX.payment);
    this.#procedures();
  }

  #title(text: string, left: number): void {
    this.#put([text], pt(left), this.#firstBaseline(TITLE_TOP, TITLE), TITLE);
  }

  #symbol({ payload }: PaymentSlip): void {
    const { src, site } = this;
    const barcode = { payload };
    const tag = { role: "Figure", alt: altOf(barcode, this.language) ?? null } as const;
    const box = lowerBarcode(barcode, src, site, { id: site.cx.id(), src, z: 0, tag, link: null });
    this.#children.push({ x: pt(SYMBOL.x), y: pt(SYMBOL.y), fromRight: false, room: null, box });
  }

  /** Streets fall away first, the payer's before the payee's, then room between paragraphs (MS-28). */
  #receiptArrangement(): Arrangement {
    const { creditor, debtor } = this.values;
    const short = (address: SlipAddress): SlipAddress => ({ ...address, street: null });
    const forms = [
      [creditor, debtor],
      [creditor, debtor && short(debtor)],
      [short(creditor), debtor && short(debtor)],
    ] as const;
    return this.#best(
      forms.map(([payee, payer]) => this.#arranged(this.#paragraphs(payee, payer, []), RECEIPT_SIZES, RECEIPT, PAYER_BOX.receipt, 1)),
      "receipt",
    );
  }

  #paymentArrangement(): Arrangement {
    const { creditor, debtor, information, procedures } = this.values;
    const paragraphs = this.#paragraphs(creditor, debtor, information);
    const after = procedures.length > 0 ? 1 : 0;
    return this.#best(
      PAYMENT_SIZES.map((sizes) => this.#arranged(paragraphs, sizes, INFORMATION, PAYER_BOX.payment, after)),
      "payment part",
    );
  }

  /** The first with enough room between paragraphs, or else the last. */
  #best(arrangements: readonly Arrangement[], part: string): Arrangement {
    const last = arrangements.at(-1)!;
    const best = arrangements.find(({ gap, sizes }) => gap >= LEAST_GAP * lineAdvance(sizes.value)) ?? last;
    if (best.gap < 0)
      fail(
        "API-002",
        "payment-slip-room",
        this.src,
        `the ${part} of the slip has no room for all lines: names, addresses or texts are too long`,
      );
    return best;
  }

  #paragraphs(payee: SlipAddress, payer: SlipAddress | null, information: readonly string[]): readonly Paragraph[] {
    const { account, reference } = this.values;
    const words = this.#words;
    const out: Paragraph[] = [{ heading: words.account, lines: [account, ...addressLines(payee)] }];
    if (reference !== null) out.push({ heading: words.reference, lines: [reference] });
    if (information.length > 0) out.push({ heading: words.information, lines: information });
    out.push(payer ? { heading: words.payer, lines: addressLines(payer) } : { heading: words.payerBox, lines: null });
    return out;
  }

  /** `after`: gaps below the last paragraph */
  #arranged(
    given: readonly Paragraph[],
    sizes: Sizes,
    { width, height }: Pick<EmptyBox, "width" | "height">,
    box: { readonly height: number },
    after: number,
  ): Arrangement {
    const look: SlipLook = { size: sizes.value, bold: false };
    const advance = lineAdvance(sizes.value);
    let used = 0;
    const paragraphs = given.map(({ heading, lines }): Paragraph => {
      const broken = lines && lines.flatMap((line) => wrapLines(line, pt(width), (text) => this.#text.width(text, look)));
      used += advance + (broken ? broken.length * advance : pt(box.height));
      return { heading, lines: broken };
    });
    const gap = Math.min((pt(height) - used) / (paragraphs.length - 1 + after), advance);
    return { paragraphs, sizes, gap };
  }

  #section(
    { paragraphs, sizes, gap }: Arrangement,
    { left, top }: Readonly<Record<"left" | "top", number>>,
    box: Pick<EmptyBox, "width" | "height">,
  ): void {
    const heading: SlipLook = { size: sizes.heading, bold: true };
    const value: SlipLook = { size: sizes.value, bold: false };
    const advance = lineAdvance(sizes.value);
    let baseline = this.#firstBaseline(top, heading);
    for (const paragraph of paragraphs) {
      this.#put([paragraph.heading], pt(left), baseline, heading);
      baseline += advance;
      if (paragraph.lines) {
        this.#put(paragraph.lines, pt(left), baseline, value);
        baseline += paragraph.lines.length * advance + gap;
      } else {
        const plain = baseline + (PLAIN_ASCENT - this.#text.ascender) * sizes.heading;
        const y = plain - PLAIN_ASCENT * sizes.value + BOX_GAP;
        this.#boxes.push({ x: pt(left), y, width: pt(box.width), height: pt(box.height) });
      }
    }
  }

  #amount(left: number, toAmount: number, sizes: Sizes, box: EmptyBox): void {
    const { currency, amount } = this.values;
    const heading: SlipLook = { size: sizes.heading, bold: true };
    const value: SlipLook = { size: sizes.value, bold: false };
    const first = this.#firstBaseline(AMOUNT_TOP, heading);
    const second = first + sizes.value + AMOUNT_GAP;
    const x = pt(left + toAmount);
    this.#put([this.#words.currency], pt(left), first, heading);
    this.#put([currency], pt(left), second, value);
    this.#put([this.#words.amount], x, first, heading);
    if (amount === null) this.#boxes.push({ x: pt(box.x), y: pt(box.y), width: pt(box.width), height: pt(box.height) });
    else this.#put([amount], x, second, value);
  }

  #procedures(): void {
    const plain: SlipLook = { size: PROCEDURE_SIZE, bold: false };
    const bold: SlipLook = { size: PROCEDURE_SIZE, bold: true };
    let baseline = this.#firstBaseline(PROCEDURES.top, plain);
    for (const procedure of this.values.procedures) {
      const name = this.#text.cut(procedure.name, pt(PROCEDURES.width), bold);
      const room = pt(PROCEDURES.width) - this.#text.width(name, bold);
      const rest = name === procedure.name ? this.#text.cut(procedure.rest, room, plain) : "";
      this.#children.push(
        this.#text.line(
          [
            { text: name, look: bold },
            { text: rest, look: plain },
          ],
          pt(PAYMENT.left),
          baseline,
          plain,
        ),
      );
      baseline += lineAdvance(PROCEDURE_SIZE);
    }
  }

  #firstBaseline(top: number, { size }: SlipLook): number {
    return pt(top) + this.#text.ascender * size;
  }

  #put(lines: readonly string[], x: number, baseline: number, look: SlipLook): void {
    this.#children.push(this.#text.lines(lines, x, baseline, look));
  }
}

const addressLines = ({ name, street, town }: SlipAddress): readonly string[] => [name, ...(street === null ? [] : [street]), town];
