import it = require("prom-client");
export = it;
