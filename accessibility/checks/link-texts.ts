// Texts that do not tell where a link leads (AX-31).

const LISTS = {
  en: "here, click here, click, more, read more, learn more, this, link, this link, see here, download, details, website, page",
  de: "hier, klicken sie hier, hier klicken, mehr, weiterlesen, mehr erfahren, link, download, details",
  fr: "ici, cliquez ici, lire la suite, en savoir plus, plus, lien, télécharger",
  es: "aquí, haga clic aquí, más, leer más, ver más, enlace, descargar",
  it: "qui, clicca qui, leggi tutto, scopri di più, link, scarica",
  nl: "hier, klik hier, lees meer, meer, link",
  pl: "tutaj, kliknij tutaj, więcej, czytaj więcej, link, pobierz",
};

/** Link texts that say nothing, by the primary subtag of the language, in lower case. */
export const VAGUE_LINK_TEXTS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(LISTS).map(([language, list]) => [language, new Set(list.split(", "))]),
);
