// Samples: copied whole, and whole requests in the languages of callers (FH-41).

const LANGUAGES = ["JSON", "curl", "TypeScript", "Python"] as const;
type Language = (typeof LANGUAGES)[number];
const KEY = "platen-language";

/** Path of the route below /api/v1, and the library's function. */
const FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ["pdf/render", "render"],
  ["brief/render", "renderBrief"],
]);

/** The library in a reader's program. */
const PACKAGE = "platen";

const WRITERS: Readonly<Record<Exclude<Language, "JSON">, (json: string, route: string) => string>> = {
  curl: (json, route) => `curl --fail-with-body -sS "\${PLATEN_URL:-http://127.0.0.1:8080}/api/v1/${route}" -o document.pdf \\
  -H "Authorization: Bearer $PLATEN_TOKEN" -H "Content-Type: application/json" -d @- <<'JSON'
${json}
JSON
`,
  TypeScript: (json, route) => `import { writeFile } from "node:fs/promises";
import { ${FUNCTIONS.get(route)!} } from "${PACKAGE}";

const { pdf } = await ${FUNCTIONS.get(route)!}(${json});
await writeFile("document.pdf", pdf);
`,
  Python: (json, route) => `import os
import urllib.request

document = r"""${json}"""
request = urllib.request.Request(
    os.environ.get("PLATEN_URL", "http://127.0.0.1:8080") + "/api/v1/${route}",
    document.encode(),
    {"Content-Type": "application/json", "Authorization": "Bearer " + os.environ.get("PLATEN_TOKEN", "")},
)
with urllib.request.urlopen(request) as answer, open("document.pdf", "wb") as file:
    file.write(answer.read())
`,
};

const chosen = (): Language => LANGUAGES.find((name) => name === localStorage.getItem(KEY)) ?? "JSON";

interface Sample {
  readonly show: (language: Language) => void;
}

let count = 0;

function languagesOf(example: HTMLElement, route: string): Sample {
  const pre = example.querySelector("pre")!;
  const coloured = pre.innerHTML;
  const json = pre.textContent.trimEnd();
  const id = `sample-${++count}`;
  pre.id = id;
  pre.setAttribute("role", "tabpanel");
  pre.tabIndex = 0;
  const list = document.createElement("div");
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", "Language");
  const tabs = LANGUAGES.map((language) => {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.id = `${id}-${language}`;
    tab.textContent = language;
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", id);
    tab.addEventListener("click", () => choose(language));
    return tab;
  });
  list.append(...tabs);
  list.addEventListener("keydown", (e) => {
    const step = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
    const at = tabs.indexOf(document.activeElement as HTMLButtonElement);
    if (step === 0 || at < 0) return;
    e.preventDefault();
    const next = (at + step + tabs.length) % tabs.length;
    tabs[next]!.focus();
    choose(LANGUAGES[next]!);
  });
  example.querySelector(".bar > span")!.replaceWith(list);
  const show = (language: Language): void => {
    tabs.forEach((tab, i) => {
      const isShown = LANGUAGES[i] === language;
      tab.setAttribute("aria-selected", String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
    });
    pre.setAttribute("aria-labelledby", `${id}-${language}`);
    if (language === "JSON") pre.innerHTML = coloured;
    else {
      const code = document.createElement("code");
      code.textContent = WRITERS[language](json, route);
      pre.replaceChildren(code);
    }
  };
  return { show };
}

const samples: Sample[] = [];

function choose(language: Language): void {
  localStorage.setItem(KEY, language);
  for (const { show } of samples) show(language);
}

function copies(button: HTMLButtonElement): void {
  const text = button.closest(".example")!.querySelector("pre")!;
  button.addEventListener("click", () => {
    const tell = (word: string): void => {
      button.dataset["told"] = word;
      setTimeout(() => delete button.dataset["told"], 2000);
    };
    navigator.clipboard.writeText(text.textContent).then(
      () => tell("copied"),
      () => {
        // without a permission: it is selected, for the keys
        getSelection()?.selectAllChildren(text);
        tell("selected");
      },
    );
  });
}

/** Gives the page's samples their buttons and tabs. */
export function initSamples(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>(".copy")) copies(button);
  for (const example of document.querySelectorAll<HTMLElement>("[data-route]"))
    samples.push(languagesOf(example, example.dataset["route"]!));
  for (const { show } of samples) show(chosen());
}
