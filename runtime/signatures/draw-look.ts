// The look of a visible signature, set as a page by the engine (SG-12).
import type { DocumentRequest } from "../../compiler/request/types/document.js";
import type { Engine } from "../engine/engine.js";
import type { LookDrawing } from "./core/options.js";

const MM = 25.4 / 72;
const STYLE = { font_size: 12, vertical_align: "middle", shrink_to_fit: true, min_font_size: 2 } as const;
/** space around the text, in points, of a larger box */
const PADDING = 2;

/** Side of the smallest page, points: a smaller look is at its top left. */
const LEAST_SIDE = 10 / MM;

/** The first letter of a script that runs to the left. */
const isRightToLeft = (text: string): boolean =>
  /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(text);

/** The picture is at the start side, half as wide as the box if there is text. */
export function lookRequest({ width, height, text, image, profile }: LookDrawing): DocumentRequest {
  const padding = Math.min(PADDING, width / 20, height / 20);
  const isRtl = isRightToLeft(text);
  const half = image && text !== "" ? width / 2 : width;
  const textLeft = half < width && !isRtl ? half : 0;
  const imageLeft = half < width && isRtl ? half : 0;
  const place = (left: number) => ({ left: (left + padding) * MM, top: padding * MM });
  const size = { width: (half - 2 * padding) * MM, height: (height - 2 * padding) * MM };
  return {
    settings: { profile, metadata: { title: "Signature", language: "en" } },
    pages: [
      {
        width: Math.max(width, LEAST_SIDE) * MM,
        height: Math.max(height, LEAST_SIDE) * MM,
        elements: [
          ...(image ? [{ type: "image" as const, layout: place(imageLeft), ...size, fit: "contain" as const, asset: IMAGE, alt: "" }] : []),
          ...(text === "" ? [] : [{ type: "text" as const, layout: place(textLeft), style: { ...size, ...STYLE }, content: text }]),
        ],
      },
    ],
  };
}

/** Key of the picture among the assets. */
export const IMAGE = "signature";

export const lookDrawer =
  (engine: Engine) =>
  async (look: LookDrawing): Promise<Uint8Array> => {
    const assets = (key: string): Uint8Array | null => (key === IMAGE ? look.image : null);
    const { pdf } = await engine.renderLater(lookRequest(look), { assets, epoch: 0 });
    return pdf;
  };
