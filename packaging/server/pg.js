module.exports = require("pg");
