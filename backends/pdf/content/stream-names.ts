// Names of all resources of a content stream but fonts.
import type { Ref } from "../syntax/object.js";
import { ResourceNames } from "./resource-names.js";

const itself = (ref: Ref): Ref => ref;

export class StreamNames {
  readonly states = new ResourceNames<Ref>("ExtGState", "G");
  readonly forms = new ResourceNames<Ref>("XObject", "X");
  readonly patterns = new ResourceNames<Ref>("Pattern", "P");
  readonly shadings = new ResourceNames<Ref>("Shading", "S");

  /** Entries of the resource dictionary. */
  entries(): string {
    return this.states.entry(itself) + this.forms.entry(itself) + this.patterns.entry(itself) + this.shadings.entry(itself);
  }
}
