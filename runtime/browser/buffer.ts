// The part of Node's Buffer that bundled packages use: an esbuild option puts it in the place of the global.

export class Buffer extends Uint8Array {
  static isBuffer(value: unknown): value is Buffer {
    return value instanceof Buffer;
  }

  static alloc(length: number): Buffer {
    return new Buffer(length);
  }

  static fromBase64(text: string): Buffer {
    const binary = atob(text);
    const bytes = new Buffer(binary.length);
    for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
    return bytes;
  }

  readUInt32BE(at: number): number {
    return new DataView(this.buffer, this.byteOffset).getUint32(at);
  }

  copy(to: Uint8Array): void {
    to.set(this);
  }
}

// assigned, since Uint8Array.from has other parameters
Object.assign(Buffer, { from: Buffer.fromBase64 });
