// Export of spans by OTLP over HTTP, where the usual variables ask for it (running, A2).
import { memberOf } from "../../base/lookup.js";
import { version } from "../core/package.js";
import { INSTALL_SERVER } from "../core/server-package.js";
import { SettingError } from "../core/settings.js";

const PROTOCOLS = { "http/protobuf": "protobuf", "http/json": "http" } as const;
const FLUSH_MS = 2000;

export type StopTracing = () => Promise<void>;

/**
 * Starts if OTEL_EXPORTER_OTLP_ENDPOINT or OTEL_EXPORTER_OTLP_TRACES_ENDPOINT is set. Spans that a collector does not take are dropped, so that
 * requests never wait.
 * @throws SettingError for an unknown protocol, a malformed address, or missing packages
 */
export async function startTracing(env: NodeJS.ProcessEnv): Promise<StopTracing | null> {
  const text = (name: string): string | null => env[name]?.trim() || null;
  const setting = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"].find((name) => text(name) !== null);
  if (setting === undefined || text("OTEL_SDK_DISABLED")?.toLowerCase() === "true") return null;
  const address = text(setting)!;
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new SettingError(`${setting}: must be an http or https address; found ${JSON.stringify(address)}`);
  const ofProtocol = ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"].find((name) => text(name) !== null);
  const protocol = ofProtocol === undefined ? "http/protobuf" : text(ofProtocol)!;
  if (!(protocol === "http/protobuf" || protocol === "http/json"))
    throw new SettingError(`${ofProtocol}: must be "http/protobuf" or "http/json"; found ${JSON.stringify(protocol)}`);
  const { default: sdk } = await import("platen-server/opentelemetry-sdk").catch((e: unknown) => {
    if (!(e instanceof Error) || !/MODULE_NOT_FOUND$/.test(String(memberOf(e, "code")))) throw e;
    throw new SettingError(`${setting}: traces need the optional packages of platen-server, which are not installed: ${INSTALL_SERVER}`);
  });
  const { default: api } = await import("platen-server/opentelemetry");
  const { resourceFromAttributes, defaultResource, detectResources, envDetector } = sdk.resources;
  const resource = defaultResource()
    .merge(resourceFromAttributes({ "service.name": "platen", "service.version": version }))
    .merge(detectResources({ detectors: [envDetector] }));
  const exporter = new sdk[PROTOCOLS[protocol]].OTLPTraceExporter();
  const provider = new sdk.BasicTracerProvider({ resource, spanProcessors: [new sdk.BatchSpanProcessor(exporter)] });
  api.trace.setGlobalTracerProvider(provider);
  return () =>
    Promise.race([provider.shutdown().catch(() => undefined), new Promise<void>((resolve) => setTimeout(resolve, FLUSH_MS).unref())]);
}
