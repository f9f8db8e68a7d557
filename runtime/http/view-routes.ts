// POST /api/v1/check, /api/v1/png, /api/v1/svg and /api/v1/text (FH-14 to FH-17, AX-36).
import type { FastifyRequest } from "platen-server/fastify";
import type { Accounts } from "../accounts/accounts.js";
import { boundsOf } from "../accounts/bounds.js";
import { shown } from "../core/shown.js";
import type { ViewKind } from "../engine/body-kind.js";
import { ServiceError } from "../errors/errors.js";
import type { View } from "../views/answer.js";
import { FORMS, type Form } from "../views/report-form.js";
import { wholeOf, wordOf } from "./request/requests.js";
import type { Handlers, Served } from "./request/operations.js";
import { answerRender, type Renders } from "./request/answer-render.js";
import { callerOf, contextOf } from "./request/context.js";
import { admission, charge } from "./request/payment.js";

interface ViewRoutes extends Renders {
  readonly accounts: Accounts;
}

interface Route {
  readonly type: string;
  /** costs the credit of a page */
  readonly costs: boolean;
}

const ROUTES: Readonly<Record<ViewKind, Route>> = {
  check: { type: "application/json", costs: false },
  png: { type: "image/png", costs: true },
  svg: { type: "image/svg+xml; charset=utf-8", costs: true },
  text: { type: "text/plain; charset=utf-8", costs: false },
};
/** Types of the accessibility report alone. */
const REPORT_TYPES: Readonly<Record<Form, string>> = {
  html: "text/html; charset=utf-8",
  pdf: "application/pdf",
  earl: "application/ld+json",
};

const MOST_PAGE = 1_000_000;

/** @throws ServiceError API-002 for an impossible value */
function viewOf(req: FastifyRequest): View {
  const { query } = contextOf(req);
  const page = wholeOf(query, "page", 1, MOST_PAGE, 1);
  const width = query["width"] === undefined ? undefined : wholeOf(query, "width", 16, 4000, 0);
  const dpi = query["dpi"] === undefined ? undefined : dpiOf(query["dpi"]);
  if (dpi !== undefined && width !== undefined) throw new ServiceError("API-002", "width: must be given without dpi");
  const [tags, artifacts] = [wordOf(query, "tags", ["true"]), wordOf(query, "artifacts", ["true"])];
  if (tags && artifacts) throw new ServiceError("API-002", "artifacts: must be given without tags: they are not in the structure");
  const accessibility = wordOf(query, "accessibility", ["true"], "API-001");
  const format = wordOf(query, "format", FORMS, "API-001");
  if (format && !accessibility) throw new ServiceError("API-001", "format: must be given with accessibility=true");
  return {
    page,
    ...(accessibility && { accessibility: true }),
    ...(format && { format }),
    ...(dpi !== undefined && { dpi }),
    ...(width !== undefined && { width }),
    ...(tags && { tags: true }),
    ...(artifacts && { artifacts: true }),
  };
}

function dpiOf(text: string): number {
  const dpi = /^\d{1,4}(?:\.\d{1,6})?$/.test(text) ? Number(text) : NaN;
  if (!(dpi >= 18 && dpi <= 600)) throw new ServiceError("API-002", `dpi: must be a number from 18 to 600; found ${shown(text)}`);
  return dpi;
}

export function viewHandlers({ accounts, ...renders }: ViewRoutes): Handlers<"check" | "renderPng" | "renderSvg" | "extractText"> {
  const served = (kind: ViewKind): Served => {
    const { type, costs } = ROUTES[kind];
    return {
      async admit(req) {
        viewOf(req);
        if (costs) contextOf(req).admission = await admission(accounts, callerOf(req), false);
      },
      handle(req, reply) {
        const { owner, policy } = callerOf(req);
        const view = viewOf(req);
        return answerRender(req, reply, renders, {
          whose: { owner, kind, signs: true, ...boundsOf(policy), view },
          type: view.format ? REPORT_TYPES[view.format] : type,
          keepsBody: kind === "check",
          paceMs: contextOf(req).admission?.paceMs ?? 0,
          ...(costs && { pay: () => charge(req, accounts, 1) }),
        });
      },
    };
  };
  return { check: served("check"), renderPng: served("png"), renderSvg: served("svg"), extractText: served("text") };
}
