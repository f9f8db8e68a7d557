module.exports = require("aws4fetch");
