// prepublishOnly of each package: one alone would be a Platen that cannot be installed.
console.error("the packages are published together: node scripts/release/publish.mjs");
process.exit(1);
