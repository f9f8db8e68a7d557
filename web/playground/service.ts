interface Refusal {
  readonly message: string;
  /** JSON Pointer of the place that the message begins with; empty if it has none */
  readonly path: string;
}

type Assets = Readonly<Record<string, Uint8Array>>;

const FORMATS: ReadonlyMap<string, string> = new Map(Object.entries({ png: "png", jpg: "jpeg", jpeg: "jpeg", webp: "webp", svg: "svg" }));

function base64(bytes: Uint8Array): string {
  let binary = "";
  for (let i = 0; i < bytes.length; i += 0x8000) binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(binary);
}

/** Source of an asset; null for a key that the page lacks. */
function sourceOf(key: unknown, assets: Assets): object | null {
  if (typeof key !== "string" || !Object.hasOwn(assets, key)) return null;
  const bytes = assets[key]!;
  const [name] = Object.entries(assets).find(([other, same]) => same === bytes && other.includes(".")) ?? [key];
  return { kind: "base64", format: FORMATS.get(name.split(".").at(-1)!.toLowerCase()) ?? "png", payload: base64(bytes) };
}

function inlined(value: unknown, assets: Assets): unknown {
  if (Array.isArray(value)) return value.map((item) => inlined(item, assets));
  if (typeof value !== "object" || value === null) return value;
  const { kind, key, asset, ...rest } = value as { readonly kind?: unknown; readonly key?: unknown; readonly asset?: unknown };
  const own = kind === "asset" ? sourceOf(key, assets) : null;
  if (own) return own;
  const source = sourceOf(asset, assets);
  if (source) return { ...(inlined(rest, assets) as object), source };
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inlined(part, assets)]));
}

const pointerOf = (message: string): string => {
  const place = /^([A-Za-z_$][\w$-]*(?:\[\d+\]|\.[\w$-]+)*): /.exec(message)?.[1];
  return place === undefined ? "" : `/${place.replace(/\[(\d+)\]/g, "/$1").replace(/\./g, "/")}`;
};

/** @returns the PDF, or what the service refused */
export async function renderByService(request: unknown, assets: Assets, signal: AbortSignal): Promise<Uint8Array | Refusal> {
  const address = new URL("../api/playground?endpoint=pdf-render", import.meta.url);
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(inlined(request, assets)),
    signal,
  });
  if (response.ok) return new Uint8Array(await response.arrayBuffer());
  const { code = String(response.status), message = "the service refused the request" } = (await response.json().catch(() => ({}))) as {
    readonly code?: string;
    readonly message?: string;
  };
  return { message: `${message} (${code}, by the service)`, path: pointerOf(message) };
}
