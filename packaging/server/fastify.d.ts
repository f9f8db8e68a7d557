import it = require("fastify");
export = it;
