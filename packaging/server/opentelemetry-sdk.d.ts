import sdk = require("@opentelemetry/sdk-trace-base");
import resources = require("@opentelemetry/resources");
import http = require("@opentelemetry/exporter-trace-otlp-http");
import protobuf = require("@opentelemetry/exporter-trace-otlp-proto");

declare const it: typeof sdk & {
  readonly resources: typeof resources;
  readonly http: typeof http;
  readonly protobuf: typeof protobuf;
};
export = it;
