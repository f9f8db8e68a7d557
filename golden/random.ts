import { RenderError } from "../compiler/core/fail.js";
import { engine } from "./cases.js";
import { randomRequests, type RandomRequest } from "./random-request.js";

interface RandomDocument extends RandomRequest {
  readonly pdf: Uint8Array;
}

export async function randomDocument(goldens: readonly object[], seed: number, n: number): Promise<RandomDocument> {
  let refusal: unknown = null;
  for (const { request, profile } of randomRequests(goldens, seed, n)) {
    try {
      return { request, profile, pdf: (await engine.renderLater(request)).pdf };
    } catch (e) {
      if (!(e instanceof RenderError)) throw e;
      refusal = e;
    }
  }
  throw refusal;
}
