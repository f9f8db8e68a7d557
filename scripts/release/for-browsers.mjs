export const FOR_BROWSERS = {
  bundle: true,
  platform: "browser",
  target: "es2022",
  charset: "utf8",
  minify: true,
  legalComments: "none",
  logLevel: "warning",
};
