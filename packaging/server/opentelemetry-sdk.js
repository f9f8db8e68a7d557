module.exports = {
  ...require("@opentelemetry/sdk-trace-base"),
  resources: require("@opentelemetry/resources"),
  http: require("@opentelemetry/exporter-trace-otlp-http"),
  protobuf: require("@opentelemetry/exporter-trace-otlp-proto"),
};
