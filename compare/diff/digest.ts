const double = new Float64Array(1);
const halves = new Int32Array(double.buffer);

/** Digests texts and numbers in turn, in 128 bits: equal sequences have equal digests. Not for use against an attacker. */
export class Digest {
  private a = 0x243f6a88;
  private b = 0x85a308d3;
  private c = 0x13198a2e;
  private d = 0x03707344;

  text(value: string): this {
    this.word(value.length);
    // two units at a time
    const even = value.length & ~1;
    for (let i = 0; i < even; i += 2) this.word(value.charCodeAt(i) | (value.charCodeAt(i + 1) << 16));
    if (even < value.length) this.word(value.charCodeAt(even));
    return this;
  }

  number(value: number): this {
    // -0 is 0
    double[0] = value + 0;
    this.word(halves[0]!);
    this.word(halves[1]!);
    return this;
  }

  numbers(values: readonly number[]): this {
    this.word(values.length);
    for (let i = 0; i < values.length; i++) this.number(values[i]!);
    return this;
  }

  value(): string {
    let text = "";
    for (const lane of [this.a ^ (this.c >>> 15), this.b ^ (this.d >>> 13), this.c ^ (this.a >>> 16), this.d ^ (this.b >>> 14)])
      text += (lane >>> 0).toString(16).padStart(8, "0");
    return text;
  }

  private word(value: number): void {
    this.a = Math.imul(this.a ^ value, 0x9e3779b1);
    this.a = (this.a << 13) | (this.a >>> 19);
    this.b = Math.imul(this.b ^ value, 0x85ebca77) ^ (this.a >>> 7);
    this.c = Math.imul((this.c << 5) ^ (this.c >>> 27) ^ value, 0xc2b2ae3d);
    this.d = Math.imul(this.d + value, 0x27d4eb2f) ^ (this.c >>> 11);
  }
}

/** Hashes a text to 32 bits, for sketches. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
