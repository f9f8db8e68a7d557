import { isEditOf, type LargeBody } from "../engine/edit-session.js";
import type { ServiceError } from "../errors/errors.js";
import type { RenderProcess } from "./render-process.js";
import type { RenderResult, WorkerRequest, WorkerSettings } from "./worker-messages.js";

export interface RenderTask {
  readonly id: number;
  readonly owner: string;
  /** of a job, which waits behind requests */
  readonly isJob: boolean;
  /** it may ask about the owner's signers */
  readonly signs: boolean;
  /** Its bytes are released once it is sent. `edit`: of the process's last large body; null: the task's is not large */
  message: ((id: number, edit: boolean | null) => WorkerRequest) | null;
  /** null if its body is not large */
  readonly large: LargeBody | null;
  readonly resolve: (r: Extract<RenderResult, { readonly ok: true }>) => void;
  readonly reject: (e: Error) => void;
  readonly progress: ((progress: unknown) => void) | undefined;
  /** receives Unix ms with fractions at the start of rendering */
  readonly onBegun: ((at: number) => void) | undefined;
  timer: NodeJS.Timeout | null;
  unavailable: ServiceError | null;
}

type State = "starting" | "idle" | "warming-up" | "rendering" | "ended";

export interface Member {
  readonly process: RenderProcess;
  state: State;
  task: RenderTask | null;
  /** number sent; Infinity if one ended a predecessor */
  warmUps: number;
  warmUpTimer: NodeJS.Timeout | null;
  /** a replacement was started */
  worn: boolean;
  /** its replacement is warm: ends when idle */
  retiring: boolean;
  /** a worn process, replaced once this one is warm */
  replaces: Member | null;
  /** large body that it received last */
  lastLarge: LargeBody | null;
}

/** Prefers warm processes to cold ones, and worn ones least. */
export const isBetter = (a: Member, b: Member): boolean => (a.worn === b.worn ? a.warmUps > b.warmUps : b.worn);

/** True if the process may have work of the document that the task's body is an edit of. */
export const knows = (m: Member, { large }: RenderTask): boolean => large !== null && !m.worn && isEditOf(m.lastLarge, large);

export const isReady = (m: Member): boolean => m.state === "idle" || m.state === "warming-up" || m.state === "rendering";

export const workerSettings = (given: WorkerSettings): WorkerSettings => {
  const { fonts, assetDir, memoryMb, maxPages, limits, lacking, dataResidency, callsModule } = given;
  return { fonts, assetDir, memoryMb, maxPages, limits, lacking, dataResidency, ...(callsModule !== undefined && { callsModule }) };
};
