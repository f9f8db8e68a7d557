// Element trees of the syntaxes, from the paths of terms. Arrays of values whose element repeats: their parents repeat.

const HOLDERS = new Set(["BillingReference", "PartyIdentification", "CommodityClassification", "DesignatedProductClassification"]);
/** One for each credit transfer (I24). */
const MEANS = "payment_instructions.credit_transfers[]";
/** Values of the whole invoice that are in every element of an array. */
const EVERY = { cii_path: ["payment_means_type_code", "payment_means_text"], ubl: ["payment_means_type_code", "remittance_information"] };
const REST = ["payment_terms_details[].description", "payment_terms_details[].due_date"];

/** with one value, by parent; after ~ any value is read */
const FIXED = [
  [/^(ApplicableTradeTax|CategoryTradeTax|AppliedTradeTax|IncludedTradeTax)$/, "ram:TypeCode", "=VAT"],
  [/^AppliedTradeAllowanceCharge$/, "ram:ChargeIndicator/udt:Indicator", "=false"],
  [/^SpecifiedProcuringProject$/, "ram:Name", "~Project reference"],
  [/^(TaxCategory|ClassifiedTaxCategory)$/, "cac:TaxScheme/cbc:ID", "=VAT"],
  [/^CardAccount$/, "cbc:NetworkID", "~NA"],
];

const ALWAYS = /^(ExchangedDocumentContext|ExchangedDocument|SupplyChainTradeTransaction|ApplicableHeaderTrade\w+)$/;

/** Terms that trees do not have: readers and writers handle them. */
const BY_CODE = { ubl: ["lines[].parent_line_identifier", "payment_instructions.direct_debit.bank_assigned_creditor_identifier"] };

const split = (text) => text.match(/(?:[^/[\]]|\[[^\]]*\])+/g);

/** name[condition], with conditions path=value or !path=value */
function stepOf(text) {
  const name = text.replace(/\[.*\]$/, "");
  const written = /\[(.*)\]$/.exec(text)?.[1];
  const conditions = (written?.split(" and ") ?? []).map((c) => {
    const negative = /^not\((.*)\)$/.exec(c);
    const [where, value] = (negative?.[1] ?? c).split(/=(.*)/);
    const literal = /^"(.*)"$/.exec(value)?.[1] ?? (/InvoiceCurrencyCode|DocumentCurrencyCode/.test(value) ? "$BT-5" : "$BT-6");
    return { negative: negative !== null, where, value: literal };
  });
  return { name, conditions };
}

const local = (name) => name.split(":").at(-1);

/** Conditions on attributes of a child belong to its holder. */
function hoist(steps) {
  return steps.flatMap((step, i) => {
    if (step.name === "cac:TaxTotal") {
      const inner = steps[i + 1];
      const currency = inner?.conditions[0]?.value ?? "$BT-5";
      return [{ ...step, conditions: [{ negative: false, where: "cbc:TaxAmount/@currencyID", value: currency }] }];
    }
    if (step.name === "cbc:TaxAmount" && step.conditions.length > 0) return [{ ...step, conditions: [] }];
    const next = steps[i + 1];
    if (/^(SpecifiedTaxRegistration|PartyIdentification)$/.test(local(step.name)) && next?.conditions.length > 0)
      return [{ ...step, conditions: next.conditions.map((c) => ({ ...c, where: `${next.name}/${c.where}` })) }];
    if (/^(SpecifiedTaxRegistration|PartyIdentification)$/.test(local(steps[i - 1]?.name ?? "")))
      return [{ ...step, conditions: [], set: step.conditions.filter((c) => !c.negative) }];
    if (local(step.name) === "AppliedTradeAllowanceCharge")
      return [{ ...step, conditions: [{ negative: true, where: "ram:ChargeIndicator/udt:Indicator", value: "true" }] }];
    if (step.name === "cac:AllowanceCharge" && steps[i - 1]?.name === "cac:Price")
      return [{ ...step, conditions: [{ negative: false, where: "cbc:ChargeIndicator", value: "false" }] }];
    return [step];
  });
}

const conditionText = ({ negative, where, value }) => `${negative ? "!" : ""}${where}=${value}`;

/** @param order names of children by their parents' path, in the schema's order */
export function treeOf(rows, column, order) {
  const syntax = column === "cii_path" ? "cii" : "ubl";
  const every = EVERY[column] ?? EVERY[syntax];
  const used = rows.filter((r) => r[column] && !BY_CODE[syntax]?.includes(r.field));
  const rootName = split(used[0][column])[0];
  const top = { name: rootName, conditions: [], children: [] };

  const pathsOf = (r) => r[column].split(" | ").map((p) => hoist(split(p).slice(1).map(stepOf)));
  const groups = new Map(used.filter((r) => r.type === "group").map((r) => [r.field, pathsOf(r)[0]]));
  const elementsOf = (steps) => steps.filter((s) => !s.name.startsWith("@"));

  function depthOf(array) {
    const below = used.filter((r) => r.type !== "group" && `${r.field}.`.startsWith(`${array}.`));
    const all = below.flatMap((r) => pathsOf(r).map((p) => elementsOf(p).map((s) => s.name)));
    let depth = groups.has(array) && array !== MEANS ? groups.get(array).length : Math.min(...all.map((p) => p.length));
    if (!groups.has(array))
      while (
        all.some(
          (p) =>
            p
              .slice(0, depth)
              .join("/")
              .replace(/(Global)?ID$/, "ID") !==
            all[0]
              .slice(0, depth)
              .join("/")
              .replace(/(Global)?ID$/, "ID"),
        )
      )
        depth--;
    if (array === MEANS) depth = groups.get(array).length - 1;
    const path = (groups.get(array) ?? pathsOf(below[0])[0]).map((s) => local(s.name));
    while (depth > 1 && HOLDERS.has(path[depth - 2])) depth--;
    return depth;
  }

  function child(parent, { name, conditions, set = [] }) {
    const key = [name, ...conditions.map(conditionText)].join(" ");
    let found = parent.children.find((c) => c.key === key);
    if (!found) parent.children.push((found = { key, name, conditions, set, children: [], attributes: [], flags: [] }));
    return found;
  }

  const leaves = used.filter((r) => r.type !== "group");
  for (const r of leaves) for (const path of pathsOf(r)) walk(r, elementsOf(path));
  for (const r of leaves) bind(r);

  function walk(r, steps) {
    const segments = r.field.split(".");
    const arrays = segments.flatMap((s, i) => (s.endsWith("[]") ? [segments.slice(0, i + 1).join(".")] : []));
    const depths = arrays.map(depthOf);
    let here = top;
    const contexts = [];
    for (const [i, step] of steps.entries()) {
      here = child(here, step);
      const at = depths.indexOf(i + 1);
      if (at >= 0 && here.array === undefined) {
        here.array = arrays[at];
        const outer = contexts.at(-1);
        const isNested = outer !== undefined && `${arrays[at]}.`.startsWith(`${outer}.`);
        const relative = isNested ? arrays[at].slice(outer.length + 1) : arrays[at];
        here.each = `${outer !== undefined && !isNested ? "^" : ""}${relative.replace(/\[\]$/, "")}`;
      }
      if (here.array !== undefined) contexts.push(here.array);
    }
    return { here, inside: contexts.at(-1), array: arrays.at(-1) };
  }

  function bind(r) {
    const alternatives = pathsOf(r);
    for (const [k, given] of alternatives.entries()) {
      const { here, inside, array } = walk(r, elementsOf(given));
      const attribute = given.at(-1).name.startsWith("@") ? given.at(-1).name : null;
      // a value of the whole invoice in a repeated element
      const isRoot = inside !== array;
      const isIdentifier = r.type === "identifier+scheme";
      let value = isRoot || array === undefined ? r.field : r.field.slice(array.length + 1);
      if (isIdentifier) value = value === "" ? "value" : `${value}.value`;
      if (value === "") value = ".";
      const mode = REST.includes(r.field) ? "!rest" : isRoot && every.includes(r.field.split(".").at(-1)) ? "!every" : "";
      const binding = `${isRoot ? "^" : ""}${value}${mode}`;
      if (attribute) here.attributes.push(`${attribute}=${binding}`);
      else (here.leaves ??= []).push(binding);
      if (alternatives.length > 1) {
        const flags = /IBANID|ProprietaryID/.test(here.name) ? ["%iban", "%other"] : ["%plain", "%schemed"];
        here.flags.push(flags[k]);
      }
      if (isIdentifier && !attribute && (alternatives.length === 1 || k === 1) && !used.some((s) => s.field === `${r.field}.scheme`))
        here.attributes.push(`@schemeID=${binding.replace(/value$/, "scheme")}`);
    }
  }
  special(top, syntax);
  return print(top, [], 0);

  function print(node, parents, depth) {
    const place = [...parents, node.name];
    const children = [...node.children, ...fixedOf(node)];
    let sorted = children;
    if (children.length > 0) {
      const names = order(place);
      const rank = (c) => {
        const at = names.indexOf(local(c.name));
        if (at < 0) throw new Error(`no place of ${c.name} in ${place.join("/")}`);
        return at;
      };
      sorted = children
        .map((c, i) => ({ c, i }))
        .sort((a, b) => rank(a.c) - rank(b.c) || a.i - b.i)
        .map(({ c }) => c);
    }
    const parts = [
      node.name,
      ...node.conditions.map((c) => `?${conditionText(c)}`),
      ...(node.each === undefined ? [] : [`*${node.each}`]),
      ...(node.leaves ?? []).map((l) => `=${l}`),
      ...[...new Set(node.attributes ?? [])],
      ...(node.set ?? []).map((c) => `${c.where}="${c.value}"`),
      ...new Set(node.flags ?? []),
      ...(ALWAYS.test(local(node.name)) ? ["%always"] : []),
      ...(node.fixed === undefined ? [] : [`"${node.fixed}"`]),
    ];
    return `${" ".repeat(depth)}${parts.join("\t")}\n${sorted.map((c) => print(c, place, depth + 1)).join("")}`;
  }
}

function fixedOf(node) {
  const made = [];
  const add = (where, value) => {
    const names = where.split("/");
    if (node.children.some((c) => c.name === names[0]) || made.some((c) => c.name === names[0])) return;
    const nest = (rest) => ({
      name: rest[0],
      conditions: [],
      ...(rest.length === 1 ? { fixed: value, children: [] } : { children: [nest(rest.slice(1))] }),
    });
    made.push(nest(names));
  };
  for (const { negative, where, value } of node.conditions) {
    if (where.includes("@")) continue;
    if (!negative) add(where, `=${value}`);
    else if (where === "cac:TaxScheme/cbc:ID") add(where, "~TAX");
  }
  for (const [parent, where, value] of FIXED) if (parent.test(local(node.name))) add(where, value);
  return made;
}

function special(top, syntax) {
  const visit = (node, change) => {
    change(node);
    for (const c of node.children) visit(c, change);
  };
  const leaf = (name, more) => ({ key: name, name, conditions: [], set: [], children: [], attributes: [], flags: [], ...more });
  visit(top, (n) => {
    // BT-149, BT-150: also of the gross price
    if (local(n.name) === "GrossPriceProductTradePrice")
      n.children.push(
        leaf("ram:BasisQuantity", {
          leaves: ["price.base_quantity"],
          attributes: ["@unitCode=price.base_quantity_unit_code"],
          flags: ["%fallback"],
        }),
      );
    // BT-41, BT-56: also the department
    if (n.name === "ram:DepartmentName" && n.leaves?.some((l) => /^(seller|buyer)\.contact/.test(l))) n.flags.push("%point");
    if (syntax !== "ubl") return;
    // BT-13: needed with BT-14
    if (n.name === "cac:OrderReference") n.children[0].flags.push("%na");
    // BT-148: also with a discount of 0
    if (n.name === "cac:Price")
      n.children
        .find((c) => c.name === "cac:AllowanceCharge")
        .children.find((c) => c.name === "cbc:Amount")
        .flags.push("%zero");
    // BT-90: of the payee, else of the seller
    const isSeller = n.name === "cac:AccountingSupplierParty";
    if (isSeller || n.name === "cac:PayeeParty") {
      const party = isSeller ? n.children[0] : n;
      const bound = "^payment_instructions.direct_debit.bank_assigned_creditor_identifier";
      const conditions = [{ negative: false, where: "cbc:ID/@schemeID", value: "SEPA" }];
      const id = leaf("cbc:ID", {
        leaves: [bound.slice(1)],
        set: [{ where: "@schemeID", value: "SEPA" }],
        flags: [isSeller ? "%seller" : "%payee"],
      });
      party.children.push(leaf("cac:PartyIdentification", { conditions, children: [id] }));
    }
    // BT-X-304: by nesting
    if (n.each === "lines") n.flags.push("%nested");
    if (n.name === "cbc:Note" && n.each === "notes") {
      n.leaves = ["text"];
      n.flags.push("%note");
    }
  });
}
