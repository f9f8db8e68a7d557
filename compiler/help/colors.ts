// Colours in other notations as #RRGGBB.

/** Common CSS names (CSS Color 4). */
const NAMED: Readonly<Record<string, string>> = {
  black: "#000000",
  white: "#FFFFFF",
  gray: "#808080",
  grey: "#808080",
  silver: "#C0C0C0",
  lightgray: "#D3D3D3",
  lightgrey: "#D3D3D3",
  darkgray: "#A9A9A9",
  darkgrey: "#A9A9A9",
  dimgray: "#696969",
  whitesmoke: "#F5F5F5",
  gainsboro: "#DCDCDC",
  slategray: "#708090",
  red: "#FF0000",
  darkred: "#8B0000",
  crimson: "#DC143C",
  firebrick: "#B22222",
  maroon: "#800000",
  tomato: "#FF6347",
  coral: "#FF7F50",
  salmon: "#FA8072",
  orange: "#FFA500",
  darkorange: "#FF8C00",
  gold: "#FFD700",
  yellow: "#FFFF00",
  beige: "#F5F5DC",
  brown: "#A52A2A",
  chocolate: "#D2691E",
  tan: "#D2B48C",
  olive: "#808000",
  green: "#008000",
  darkgreen: "#006400",
  forestgreen: "#228B22",
  seagreen: "#2E8B57",
  lightgreen: "#90EE90",
  lime: "#00FF00",
  teal: "#008080",
  aqua: "#00FFFF",
  cyan: "#00FFFF",
  turquoise: "#40E0D0",
  blue: "#0000FF",
  darkblue: "#00008B",
  navy: "#000080",
  midnightblue: "#191970",
  royalblue: "#4169E1",
  steelblue: "#4682B4",
  dodgerblue: "#1E90FF",
  skyblue: "#87CEEB",
  lightblue: "#ADD8E6",
  indigo: "#4B0082",
  purple: "#800080",
  violet: "#EE82EE",
  magenta: "#FF00FF",
  fuchsia: "#FF00FF",
  pink: "#FFC0CB",
  hotpink: "#FF69B4",
};

/** Returns the alpha of a colour, 0 to 1; 1 if none. */
export function alphaOf(found: string): number {
  const text = found.trim().toLowerCase();
  const digits = /^(?:#|0x)?([0-9a-f]+)$/.exec(text)?.[1] ?? "";
  const hex = digits.length === 4 ? digits.slice(3).repeat(2) : digits.length === 8 ? digits.slice(6) : "";
  if (hex !== "") return Math.round((Number.parseInt(hex, 16) / 255) * 1000) / 1000;
  const last = /^rgba?\(\s*\d+[\s,]+\d+[\s,]+\d+[\s,/]+([\d.]+)(%?)\s*\)$/.exec(text);
  const alpha = last ? Number(last[1]) / (last[2] === "%" ? 100 : 1) : 1;
  return alpha >= 0 && alpha <= 1 ? alpha : 1;
}

/** Hue in degrees, saturation and lightness in percent. */
function hexOf([hue, saturation, lightness]: readonly number[]): string {
  const l = lightness! / 100;
  const spread = (saturation! / 100) * Math.min(l, 1 - l);
  const channel = (n: number): number => {
    const k = (n + hue! / 30) % 12;
    return Math.round(255 * (l - spread * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return `#${[0, 8, 4].map((n) => channel(n).toString(16).padStart(2, "0")).join("")}`.toUpperCase();
}

/** Reads `#f00`, `FF0000`, `#FF0000FF`, `0xFF0000`, `red`, `rgb(255, 0, 0)`; undefined for other texts. */
export function meantColor(found: string): string | undefined {
  const text = found.trim().toLowerCase();
  const name = text.replace(/[\s_-]+/g, "");
  if (Object.hasOwn(NAMED, name)) return NAMED[name];
  const digits = /^(?:#|0x)?([0-9a-f]+)$/.exec(text)?.[1] ?? "";
  if (digits.length === 3 || digits.length === 4) return `#${[...digits.slice(0, 3)].map((d) => d + d).join("")}`.toUpperCase();
  if (digits.length === 6 || digits.length === 8) return `#${digits.slice(0, 6)}`.toUpperCase();
  const hsl = /^hsla?\(\s*(\d{1,3})(?:deg)?[\s,]+(\d{1,3})%[\s,]+(\d{1,3})%/.exec(text)?.slice(1, 4).map(Number);
  if (hsl) return hexOf(hsl);
  const rgb = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\b/.exec(text)?.slice(1, 4).map(Number);
  if (!rgb || rgb.some((v) => v > 255)) return undefined;
  return `#${rgb.map((v) => v.toString(16).padStart(2, "0")).join("")}`.toUpperCase();
}
