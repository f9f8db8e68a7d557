// Decryption by RC2 in CBC mode (RFC 2268): certificates of older PKCS #12 files, for which OpenSSL 3 needs its legacy provider.

/** PITABLE (section 2). */
const PI = Buffer.from(
  "d978f9c419ddb5ed28e9fd794aa0d89dc67e37832b76538e624c6488448bfba2179a59f587b34f1361456d8d09817d32bd8f40eb86b77b0bf09521225c6b4e82" +
    "54d66593ce60b21c7356c014a78cf1dc1275ca1f3bbee4d1423dd430a33cb6266fbf0eda4669075727f21d9bbc944303f811c7f690ef3ee706c3d52fc8661ed7" +
    "08e8eade8052eef784aa72ac354d6a2a961ad2715a1549744b9fd05e0418a4ecc2e0416e0f51cbcc2491af50a1f47039997c3a8523b8b47afc02365b25559731" +
    "2d5dfa98e38a92ae05df2910676cbac9d300e6cfe19ea82c6316013f58e289a90d38341bab33ffb0bb480c5fb9b1cd2ec5f3db47e5a59c770aa62068fe7fc1ad",
  "hex",
);
const BLOCK = 8;

function expanded(key: Uint8Array, bits: number): Uint16Array {
  const bytes = new Uint8Array(128);
  bytes.set(key);
  for (let i = key.length; i < 128; i++) bytes[i] = PI[(bytes[i - 1]! + bytes[i - key.length]!) & 255]!;
  const length = (bits + 7) >> 3;
  bytes[128 - length] = PI[bytes[128 - length]! & (255 >> (8 * length - bits))]!;
  for (let i = 127 - length; i >= 0; i--) bytes[i] = PI[bytes[i + 1]! ^ bytes[i + length]!]!;
  return Uint16Array.from({ length: 64 }, (_, i) => bytes[2 * i]! | (bytes[2 * i + 1]! << 8));
}

/** Decrypts data, with its padding (PKCS #7). */
export function rc2Decrypted(key: Uint8Array, bits: number, iv: Uint8Array, data: Uint8Array): Uint8Array {
  const k = expanded(key, bits);
  const out = new Uint8Array(data.length);
  let before = iv;
  for (let at = 0; at + BLOCK <= data.length; at += BLOCK) {
    const block = data.subarray(at, at + BLOCK);
    decryptBlock(k, block).forEach((byte, i) => (out[at + i] = byte ^ before[i]!));
    before = block;
  }
  return out;
}

const TURNS = [1, 2, 3, 5] as const;

function decryptBlock(k: Uint16Array, block: Uint8Array): Uint8Array {
  const r = [0, 2, 4, 6].map((i) => block[i]! | (block[i + 1]! << 8));
  let j = 63;
  const mix = (): void => {
    for (let i = 3; i >= 0; i--) {
      const turn = TURNS[i]!;
      const turned = ((r[i]! >>> turn) | (r[i]! << (16 - turn))) & 0xffff;
      const [a, b, c] = [r[(i + 3) & 3]!, r[(i + 2) & 3]!, r[(i + 1) & 3]!];
      r[i] = (turned - k[j--]! - (a & b) - (~a & c)) & 0xffff;
    }
  };
  const mash = (): void => {
    for (let i = 3; i >= 0; i--) r[i] = (r[i]! - k[r[(i + 3) & 3]! & 63]!) & 0xffff;
  };
  const rounds = (count: number): void => {
    for (let n = 0; n < count; n++) mix();
  };
  rounds(5);
  mash();
  rounds(6);
  mash();
  rounds(5);
  return Uint8Array.from(r.flatMap((word) => [word & 255, word >> 8]));
}
