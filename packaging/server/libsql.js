module.exports = require("libsql");
