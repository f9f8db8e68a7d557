// The filter of the links, and requests to the service that serves the page: the reference can be read without either.
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const one = (selector, within = document) => within.querySelector(selector);

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// the forms send to the service of the page; static files have none
const isServed = document.documentElement.dataset.service === "present";
for (const hidden of all(isServed ? ".filter, .token, .send" : ".filter")) hidden.hidden = false;

const filter = one("#filter");
const schemaLinks = one("#schema-links");
filter.addEventListener("input", () => {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const item of all("#list li")) {
    const text = item.textContent.toLowerCase();
    item.hidden = !words.every((word) => text.includes(word));
    if (!item.hidden) count++;
  }
  for (const group of all(".group")) group.hidden = !one("li:not([hidden])", group);
  schemaLinks.open = words.length > 0;
  one("#filtered").textContent = words.length > 0 ? `${count} found` : "";
});

/** URL and options of fetch for a form. */
function requestOf(form) {
  const { method, path } = form.dataset;
  const headers = {};
  const query = new URLSearchParams();
  let target = path;
  for (const field of all("[data-in]", form)) {
    if (field.value === "") continue;
    if (field.dataset.in === "path") target = target.replace(`{${field.name}}`, encodeURIComponent(field.value));
    else if (field.dataset.in === "query") query.set(field.name, field.value);
    else headers[field.name] = field.value;
  }
  const token = one("#bearer").value.trim();
  if ("token" in form.dataset && token !== "") headers["Authorization"] = `Bearer ${token}`;
  const body = one(".body", form);
  if (body) headers["Content-Type"] = body.dataset.type;
  // relative: the service may be below another path
  const url = new URL(`.${target}`, new URL(document.documentElement.dataset.root, document.baseURI));
  url.search = query.toString();
  return { url, options: { method, headers, body: body?.value, credentials: "omit" } };
}

/** Object URLs of answers, revoked when the form is sent again. */
const blobs = new WeakMap();

async function show(form, place) {
  const { url, options } = requestOf(form);
  const began = performance.now();
  const response = await fetch(url, options);
  const bytes = await response.blob();
  const took = Math.round(performance.now() - began);
  place.replaceChildren(element("p", `${response.status} ${response.statusText}, ${bytes.size} bytes, ${took} ms`, { class: "limits" }));
  const type = response.headers.get("Content-Type") ?? "";
  place.append(
    element("pre", [...response.headers].map(([key, value]) => `${key}: ${value}`).join("\n"), {
      tabindex: "0",
      role: "region",
      "aria-label": "Headers of the answer",
    }),
  );
  if (/^application\/pdf/.test(type)) {
    const [, name = "document.pdf"] = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition")) ?? [];
    const href = URL.createObjectURL(bytes);
    blobs.set(form, href);
    place.append(element("a", `Download the PDF (${bytes.size} bytes)`, { href, download: name }));
    return;
  }
  let text = await bytes.text();
  if (/^application\/json/.test(type)) text = JSON.stringify(JSON.parse(text), null, 2);
  place.append(element("pre", text, { tabindex: "0", role: "region", "aria-label": "Body of the answer" }));
}

for (const form of all(".send form")) {
  const place = one(".answer", form.parentElement);
  const button = one("button", form);
  one(".example", form)?.addEventListener("change", ({ target }) => {
    one(".body", form).value = document.getElementById(target.value).textContent;
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (blobs.has(form)) URL.revokeObjectURL(blobs.get(form));
    blobs.delete(form);
    button.disabled = true;
    place.replaceChildren(element("p", "Waiting for the answer"));
    try {
      await show(form, place);
    } catch (error) {
      place.replaceChildren(element("p", `No answer: ${error.message}`));
    }
    button.disabled = false;
    button.focus();
  });
}
