import bwip from "bwip-js/generic";
import type { BarcodeEncoder } from "../../compiler/core/world.js";

export const encoder = bwip as unknown as BarcodeEncoder;
