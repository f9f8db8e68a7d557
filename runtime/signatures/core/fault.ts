// Refusals of signing: each continues a place of the request or an option.
import { fail } from "../../../compiler/core/fail.js";
import { at, ROOT, type Src } from "../../../compiler/core/src.js";

/** Place of what is signed with: a command's or a call's options are its keys. */
const optionAt = (...steps: readonly (string | number)[]): Src => at(ROOT, ...steps);

/** API-002: something that is asked for is not allowed. */
export const refuse = (option: string, reason: string): never => fail("API-002", "signature", optionAt(option), reason);

/** API-505: a time stamp, an answer or a remote signature that was not to be had. */
export const unavailable = (option: string, reason: string): never => fail("API-505", "signature-network", optionAt(option), reason);
