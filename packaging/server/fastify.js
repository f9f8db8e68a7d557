module.exports = require("fastify");
