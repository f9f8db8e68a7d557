import pg = require("pg");
export = pg;
