import tseslint from "typescript-eslint";

/** Time, chance, the locale and the process reach the pure parts only through World and options. */
const impure = ["Date", "process", "Intl"].map((name) => ({ name, message: "pure code takes this from World or from options" }));

/** Comments open with a noun or a verb: "Result of the parse", not "What parsing gives". */
const openings = {
  meta: {
    type: "suggestion",
    schema: [],
    messages: { clause: 'a comment opens with a noun or a verb, not with the clause "{{word}} …"' },
  },
  create: ({ report, sourceCode }) => ({
    Program() {
      let previous;
      for (const comment of sourceCode.getAllComments()) {
        const { line, column } = comment.loc.start;
        const alone = comment.type === "Line" && sourceCode.lines[line - 1].slice(0, column).trim() === "";
        const continued =
          alone && previous?.type === "Line" && previous.loc.start.line === line - 1 && previous.loc.start.column === column;
        const word = /^[\s*]*(what|whether|where|how|who|whose|whom|that|which)\b/i.exec(comment.value)?.[1];
        if (word !== undefined && !continued) report({ loc: comment.loc, messageId: "clause", data: { word } });
        previous = comment;
      }
    },
  }),
};

/** Openings that leave the reader of an export's doc to find its subject. */
const TELEGRAM = new RegExp(
  `^[\\s*]*(${[
    "of|by|in|on|at|for|from|with|without|within|to|into|onto|after|before|under|over|above|below|beyond|through|between|behind|across",
    "around|along|against|about|during|until|unless|if|when|because|since|so|per|as|than|like|also|once|only|not|never|and|or|but|else",
    "null|undefined|absent|empty|shortened|sorted",
  ].join("|")})\\b`,
  "i",
);

/** The doc of an export has a subject and a verb: "Returns the labels; null without any", not "Null without". */
const exportDocs = {
  meta: {
    type: "suggestion",
    schema: [],
    messages: { telegram: 'the doc of an export opens with its subject or its verb, not with "{{word}} …"' },
  },
  create: ({ report, sourceCode }) => ({
    ExportNamedDeclaration(node) {
      const doc = sourceCode.getCommentsBefore(node).at(-1);
      if (doc?.type !== "Block" || !doc.value.startsWith("*")) return;
      const word = TELEGRAM.exec(doc.value)?.[1];
      if (word !== undefined) report({ loc: doc.loc, messageId: "telegram", data: { word } });
    },
  }),
};

/** `catch (e)` without use of `e`, which the compiler accepts. */
const usedCatch = {
  meta: { type: "suggestion", schema: [], messages: { unused: "the caught error is not used: catch without a name" } },
  create: ({ report, sourceCode }) => ({
    CatchClause(node) {
      for (const { name, references } of sourceCode.getDeclaredVariables(node))
        if (references.length === 0 && !name.startsWith("_")) report({ node, messageId: "unused" });
    },
  }),
};

const RULES = { "comment-openings": openings, "export-docs": exportDocs, "used-catch": usedCatch };

/** Folders that tsconfig.json includes. */
const TYPED = ["base", "pdf-reader", "ir", "compiler", "accessibility", "backends", "compare", "runtime", "fonts", "golden", "tests"];

export default tseslint.config(
  {
    ignores: [
      "dist",
      "node_modules",
      ".cache",
      "bench/node_modules",
      "bench/out",
      "schemas",
      "compiler/request/validators",
      "compiler/einvoice/judge/schematron/table.ts",
      "packaging/server",
    ],
  },
  ...tseslint.configs.strict,
  {
    rules: {
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/no-dynamic-delete": "off",
    },
  },
  { files: ["**/*.d.ts"], rules: { "@typescript-eslint/no-extraneous-class": "off" } },
  {
    files: ["**/*.ts"],
    rules: {
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "max-lines": ["error", { max: 600, skipBlankLines: true, skipComments: true }],
      "max-params": ["error", 5],
    },
  },
  {
    // generated tables
    files: ["compiler/einvoice/model/{cii,ubl-invoice,ubl-credit-note,fields}.ts", "compiler/request/types/invoice.ts"],
    rules: { "max-lines": "off" },
  },
  {
    files: ["base/**/*.ts", "pdf-reader/**/*.ts", "ir/**/*.ts", "compiler/**/*.ts", "backends/**/*.ts", "compare/**/*.ts"],
    ignores: ["**/*.test.ts"],
    rules: {
      "no-restricted-globals": ["error", ...impure],
      "no-restricted-properties": ["error", { object: "Math", property: "random", message: "the same request gives the same bytes" }],
      "no-console": "error",
      "no-restricted-syntax": [
        "error",
        {
          selector: "CallExpression[callee.property.name=/^(push|unshift|splice|min|max|concat)$/] > SpreadElement",
          message: "arguments go on the stack: base/many.ts does this for arrays of any length",
        },
      ],
    },
  },
  {
    files: ["**/*.{ts,js,mjs}"],
    // the version is part of the cache's key
    plugins: {
      platen: { meta: { name: "platen", version: `${openings.create}${exportDocs.create}${usedCatch.create}${TELEGRAM}` }, rules: RULES },
    },
    rules: { "platen/comment-openings": "error" },
  },
  { files: ["**/*.ts"], ignores: ["tests/**", "golden/**", "**/*.test.ts"], rules: { "platen/export-docs": "error" } },
  {
    // the compiler finds other unused names (noUnusedLocals, noUnusedParameters), where the rule takes as long as all others
    files: TYPED.map((folder) => `${folder}/**/*.ts`),
    ignores: ["tests/library/types/**"],
    rules: { "@typescript-eslint/no-unused-vars": "off", "platen/used-catch": "error" },
  },
  {
    // words that had several meanings each: the field has a term for every one
    files: ["**/*.ts"],
    ignores: ["tests/**", "golden/**", "**/*.test.ts"],
    rules: {
      "id-denylist": [
        "error",
        ...["said", "wanted", "kept", "settled", "standing"].flatMap((w) => [w, w[0].toUpperCase() + w.slice(1)]),
        "Known",
      ],
    },
  },
);
