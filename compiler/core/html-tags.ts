// Tags of HTML in Markdown; other text in angle brackets is text (SW-30).

const ELEMENTS = new Set(
  (
    "a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption cite code col colgroup data datalist dd del " +
    "details dfn dialog div dl dt em embed fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input " +
    "ins kbd label legend li link main map mark math menu meta meter nav noscript object ol optgroup option output p picture pre progress q rp rt " +
    "ruby s samp script search section select selectedcontent slot small source span strong style sub summary sup svg table tbody td template " +
    "textarea tfoot th thead time title tr track u ul var video wbr " +
    // obsolete
    "acronym applet basefont bgsound big blink center dir font frame frameset image isindex keygen listing marquee menuitem multicol nextid nobr " +
    "noembed noframes param plaintext rb rtc spacer strike tt xmp"
  ).split(" "),
);

const BOOLEAN = new Set(
  (
    "allowfullscreen alpha async autofocus autoplay checked controls default defer disabled formnovalidate hidden inert ismap itemscope loop " +
    "multiple muted nomodule novalidate open playsinline readonly required reversed selected shadowrootclonable " +
    "shadowrootcustomelementregistry shadowrootdelegatesfocus shadowrootserializable compact declare nohref noresize noshade nowrap"
  ).split(" "),
);

const NAME = "[A-Za-z][A-Za-z0-9-]*";
const VALUE = "(?:[^\\s\"'=<>`]+|'[^']*'|\"[^\"]*\")";
const ATTRIBUTE = `[A-Za-z_:][\\w:.-]*(?:\\s*=\\s*${VALUE})?`;
/** CommonMark's open and closing tags: name, attributes; name. */
const TAG = `<(?:(${NAME})((?:\\s+${ATTRIBUTE})*)\\s*/?|/(${NAME})\\s*)>`;
const TAG_HERE = new RegExp(TAG, "y");
const ATTRIBUTES = new RegExp(`\\s+([A-Za-z_:][\\w:.-]*)(\\s*=\\s*${VALUE})?`, "g");
/** Comments, instructions, declarations and CDATA; else a tag. */
const MARKUP = new RegExp(`<(?:!--|\\?|!\\[CDATA\\[|![A-Za-z]+)|${TAG}`, "g");

type TagKind = "html" | "text";

/** Returns the kind of the tag at this place; null if CommonMark sees none. */
export function tagAt(source: string, at: number): TagKind | null {
  TAG_HERE.lastIndex = at;
  const found = TAG_HERE.exec(source);
  return found && kindOf(found);
}

const kindOf = ([, opened, attributes = "", closed]: RegExpExecArray): TagKind =>
  isElement(opened ?? closed!) && hasValues(attributes) ? "html" : "text";

function isElement(name: string): boolean {
  const small = name.toLowerCase();
  return (name === small || name === name.toUpperCase()) && (name.includes("-") || ELEMENTS.has(small));
}

function hasValues(attributes: string): boolean {
  for (const [, name, value] of attributes.matchAll(ATTRIBUTES)) if (value === undefined && !BOOLEAN.has(name!.toLowerCase())) return false;
  return true;
}

/** A tag without its attributes, or the beginning of other markup; null if only text remains. `html`: without comments that end */
export function markupIn(html: string): string | null {
  for (const found of html.matchAll(MARKUP)) {
    const [whole, opened, , closed] = found;
    const name = opened ?? closed;
    if (name === undefined) return /[A-Za-z]$/.test(whole) ? `${whole}>` : whole;
    if (kindOf(found) === "html") return opened === undefined ? `</${name}>` : `<${name}>`;
  }
  return null;
}
