import it = require("@opentelemetry/api");
export = it;
