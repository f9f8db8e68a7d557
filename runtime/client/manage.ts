// Routes of templates, assets, fonts, tokens and accounts.
import { fileOf, pdfOf, jsonOf, queryOf, pageOf } from "./answers.js";
import type { Transport } from "./transport.js";
import type {
  Account,
  CallOptions,
  Callback,
  ChangeOptions,
  NewToken,
  Page,
  PageOptions,
  RenderedPdf,
  StoredAsset,
  StoredFile,
  StoredFont,
  StoredTemplate,
  TemplateFinding,
  TemplateOptions,
  TokenEntry,
  TokenOptions,
} from "./types.js";

const BYTES = "application/octet-stream";

/** Management and administration of a Platen service. */
export class ManagementClient {
  readonly #http: Transport;

  constructor(http: Transport) {
    this.#http = http;
  }

  /** Lists templates, built-in ones among them. @throws as `render` */
  listTemplates(options: PageOptions & { readonly state?: "active" | "retired" } = {}): Promise<Page<StoredTemplate>> {
    return pageOf(this.#http, "/api/v1/templates", options, { state: options.state });
  }

  /** Reads a template's source. @throws as `render` */
  async template(id: string, { version, ...options }: CallOptions & { readonly version?: number } = {}): Promise<StoredFile> {
    return fileOf(await this.#http.get(`/api/v1/templates/${encodeURIComponent(id)}${queryOf({ version })}`, options));
  }

  /** Publishes a version of a template. @throws as `render`: `findings` of a refused one */
  async putTemplate(
    id: string,
    source: object | string | Uint8Array<ArrayBuffer>,
    options: ChangeOptions = {},
  ): Promise<StoredTemplate & { readonly findings: readonly TemplateFinding[] }> {
    const body = typeof source === "string" || source instanceof Uint8Array ? source : JSON.stringify(source);
    const answer = await this.#http.put(`/api/v1/templates/${encodeURIComponent(id)}`, body, "application/json", options);
    return jsonOf<StoredTemplate & { readonly findings: readonly TemplateFinding[] }>(answer);
  }

  /** Renders a template that need not be published. @throws as `render`: `findings` of a refused source */
  async previewTemplate(
    id: string,
    preview: { readonly source?: object; readonly data?: readonly object[]; readonly output?: TemplateOptions["output"] } = {},
    options: CallOptions = {},
  ): Promise<RenderedPdf> {
    return pdfOf(await this.#http.post(`/api/v1/templates/${encodeURIComponent(id)}/preview`, preview, options, true));
  }

  /** Retires a template. @throws as `render` */
  retireTemplate(id: string, options: ChangeOptions = {}): Promise<void> {
    return this.#http.delete(`/api/v1/templates/${encodeURIComponent(id)}`, options);
  }

  /** Lists versions of a template, newest first. @throws as `render` */
  listTemplateVersions(id: string, options: PageOptions = {}): Promise<Page<StoredTemplate>> {
    return pageOf(this.#http, `/api/v1/templates/${encodeURIComponent(id)}/versions`, options);
  }

  /** Lists assets by key. @throws as `render` */
  listAssets(options: PageOptions = {}): Promise<Page<StoredAsset>> {
    return pageOf(this.#http, "/api/v1/assets", options);
  }

  /** Reads an asset. @throws as `render` */
  async asset(key: string, options: CallOptions = {}): Promise<StoredFile> {
    return fileOf(await this.#http.get(`/api/v1/assets/${encodeURIComponent(key)}`, options));
  }

  /** Puts a picture; its bytes tell the type. @throws as `render` */
  async putAsset(key: string, bytes: Uint8Array<ArrayBuffer>, options: ChangeOptions = {}): Promise<StoredAsset> {
    return jsonOf<StoredAsset>(this.#http.put(`/api/v1/assets/${encodeURIComponent(key)}`, bytes, BYTES, options));
  }

  /** Removes an asset. @throws as `render` */
  removeAsset(key: string, options: ChangeOptions = {}): Promise<void> {
    return this.#http.delete(`/api/v1/assets/${encodeURIComponent(key)}`, options);
  }

  /** Lists fonts by name, of a family if given. @throws as `render` */
  listFonts(options: PageOptions & { readonly family?: string } = {}): Promise<Page<StoredFont>> {
    return pageOf(this.#http, "/api/v1/fonts", options, { family: options.family });
  }

  /** Reads a font file. @throws as `render` */
  async font(name: string, options: CallOptions = {}): Promise<StoredFile> {
    return fileOf(await this.#http.get(`/api/v1/fonts/${encodeURIComponent(name)}`, options));
  }

  /** Puts a font file of one face under its PostScript name. @throws as `render` */
  async putFont(name: string, bytes: Uint8Array<ArrayBuffer>, options: ChangeOptions = {}): Promise<StoredFont> {
    return jsonOf<StoredFont>(this.#http.put(`/api/v1/fonts/${encodeURIComponent(name)}`, bytes, BYTES, options));
  }

  /** Removes a font. @throws as `render` */
  removeFont(name: string, options: ChangeOptions = {}): Promise<void> {
    return this.#http.delete(`/api/v1/fonts/${encodeURIComponent(name)}`, options);
  }

  /** Lists tokens, newest first. @throws as `render` */
  listTokens(options: PageOptions & { readonly owner?: string } = {}): Promise<Page<TokenEntry>> {
    return pageOf(this.#http, "/api/v1/admin/tokens", options, { owner: options.owner });
  }

  /** Makes a token, once: a failed request is not sent again. @throws as `render` */
  async createToken(token: TokenOptions, options: CallOptions = {}): Promise<NewToken> {
    const init = { method: "POST", body: JSON.stringify(token), headers: { "Content-Type": "application/json" } };
    return jsonOf<NewToken>(this.#http.once("/api/v1/admin/tokens", init, options));
  }

  /** Reads a token's entry. @throws as `render` */
  async token(id: string, options: CallOptions = {}): Promise<TokenEntry> {
    return jsonOf<TokenEntry>(this.#http.get(`/api/v1/admin/tokens/${encodeURIComponent(id)}`, options));
  }

  /** Refuses a token until it is resumed. @throws as `render` */
  suspendToken(id: string, options: CallOptions = {}): Promise<TokenEntry> {
    return this.#become(id, "suspend", options);
  }

  /** Accepts a suspended token again. @throws as `render` */
  resumeToken(id: string, options: CallOptions = {}): Promise<TokenEntry> {
    return this.#become(id, "resume", options);
  }

  /** Refuses a token for good. @throws as `render` */
  revokeToken(id: string, options: CallOptions = {}): Promise<TokenEntry> {
    return this.#become(id, "revoke", options);
  }

  /** Sets the URL that is told of the end of a token's jobs, with a new secret. @throws as `render` */
  async setTokenCallback(id: string, url: string, options: CallOptions = {}): Promise<TokenEntry & { readonly callback: Callback }> {
    const at = `/api/v1/admin/tokens/${encodeURIComponent(id)}/callback`;
    const answer = await this.#http.put(at, JSON.stringify({ url }), "application/json", options);
    return jsonOf<TokenEntry & { readonly callback: Callback }>(answer);
  }

  /** Removes the URL of a token. @throws as `render` */
  removeTokenCallback(id: string, options: CallOptions = {}): Promise<void> {
    return this.#http.delete(`/api/v1/admin/tokens/${encodeURIComponent(id)}/callback`, options);
  }

  /** Lists accounts by owner. @throws as `render` */
  listAccounts(options: PageOptions = {}): Promise<Page<Account>> {
    return pageOf(this.#http, "/api/v1/admin/accounts", options);
  }

  /** Reads what an owner has, and has used. @throws as `render` */
  async account(owner: string, options: CallOptions = {}): Promise<Account> {
    return jsonOf<Account>(this.#http.get(`/api/v1/admin/accounts/${encodeURIComponent(owner)}`, options));
  }

  /** Sets the account of an owner; used credits stay used. @throws as `render` */
  async setAccount(owner: string, account: object, options: ChangeOptions = {}): Promise<Account> {
    const at = `/api/v1/admin/accounts/${encodeURIComponent(owner)}`;
    return jsonOf<Account>(this.#http.put(at, JSON.stringify(account), "application/json", options));
  }

  async #become(id: string, word: string, options: CallOptions): Promise<TokenEntry> {
    const path = `/api/v1/admin/tokens/${encodeURIComponent(id)}/${word}`;
    return jsonOf<TokenEntry>(this.#http.send(path, { method: "POST" }, options, true));
  }
}
