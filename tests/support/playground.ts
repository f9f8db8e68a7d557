// The playground by roles and public attributes (P1 to P13).
import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, ElementHandle, Page } from "puppeteer-core";
import { expect } from "vitest";
import { launch, paste, StaticServer, watch } from "./browser.js";
import { root } from "./tools.js";

/** Headers of the service (P11). */
export const PLAYGROUND_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; frame-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

export const REQUEST = (content: string, fields = ""): string =>
  `{ "pages": [{ "size": "a4", "elements": [\n{ "type": "text", "layout": { "left": 20, "top": 20 }, "content": "${content}"${fields} },\n{ "type": "rect", "layout": { "left": 20, "top": 60 }, "width": 50, "height": 20, "fill": { "color": "#0B57D0" } }\n] }] }`;

export class Playground {
  readonly faults: readonly string[];

  private constructor(
    readonly browser: Browser,
    readonly page: Page,
    readonly end: () => Promise<void>,
    readonly folder: string,
    readonly server: StaticServer,
  ) {
    this.faults = watch(page);
  }

  static async open(address?: string): Promise<Playground> {
    const folder = mkdtempSync(path.join(tmpdir(), "platen-playground-"));
    const server = new StaticServer({ "/below/": folder }, PLAYGROUND_POLICY);
    if (address === undefined) {
      execFileSync(process.execPath, [path.join(root, "dist/runtime/cli/cli.js"), "playground", folder]);
      address = `http://127.0.0.1:${await server.listen()}/below/index.html`;
    }
    const browser = await launch();
    const page = await browser.newPage();
    const end = async (): Promise<void> => {
      await browser.close();
      server.close();
    };
    const made = new Playground(browser, page, end, folder, server);
    await page.setViewport({ width: 1440, height: 900 });
    await page.goto(address);
    await made.settled("ready");
    return made;
  }

  state(): Promise<Record<string, string>> {
    return this.page.evaluate('({ ...document.querySelector("main").dataset })') as Promise<Record<string, string>>;
  }

  async settled(wanted: string): Promise<void> {
    await this.page.waitForFunction(`document.querySelector("main").dataset.state === ${JSON.stringify(wanted)}`, { timeout: 30_000 });
  }

  /** The text of an editor, as far as it is on screen. */
  value(name = "Request"): Promise<string> {
    return this.page.evaluate(
      `[...document.querySelectorAll('[aria-label=${JSON.stringify(name)}] .cm-line')].map((l) => l.textContent).join("\\n")`,
    ) as Promise<string>;
  }

  async after(act: () => Promise<unknown>): Promise<void> {
    const { revision } = await this.state();
    await act();
    await this.page.waitForFunction(
      `(({ revision, state }) => revision !== ${JSON.stringify(revision)} && state !== "rendering")(document.querySelector("main").dataset)`,
      { timeout: 30_000 },
    );
  }

  async press(...keys: readonly Parameters<Page["keyboard"]["press"]>[0][]): Promise<void> {
    for (const key of keys.slice(0, -1)) await this.page.keyboard.down(key);
    await this.page.keyboard.press(keys.at(-1)!);
    for (const key of keys.slice(0, -1).reverse()) await this.page.keyboard.up(key);
  }

  write(text: string, name = "Request"): Promise<void> {
    return this.after(async () => {
      await this.page.focus(`[aria-label=${JSON.stringify(name)}]`);
      await this.press("Control", "a");
      await paste(this.page, text);
    });
  }

  /** The whole text of the request. */
  request(): Promise<string> {
    return this.page.evaluate('sessionStorage.getItem("platen-request")') as Promise<string>;
  }

  /** A control by its role and accessible name. */
  async control(role: string, name: string): Promise<ElementHandle> {
    const found = await this.page.$$(`::-p-aria([name="${name}"][role="${role}"])`);
    expect([role, name, found.length]).toEqual([role, name, 1]);
    return found[0]!;
  }

  /** Presses a button by its accessible name. */
  async button(name: string): Promise<void> {
    await (await this.control("button", name)).click();
  }

  /** Types into a field of the inspector, as a person does. */
  async fill(role: string, name: string, value: string): Promise<void> {
    const field = await this.control(role, name);
    await field.focus();
    await this.press("Control", "a");
    await this.page.keyboard.type(value);
    await this.page.keyboard.press("Enter");
  }

  async cursorAfter(text: string): Promise<void> {
    const value = await this.value();
    await this.page.focus('[aria-label="Request"]');
    await this.press("Control", "Home");
    for (let i = value.indexOf(text) + text.length; i > 0; i--) await this.page.keyboard.press("ArrowRight");
  }

  text(page = 1): Promise<string> {
    return this.page.evaluate(`document.querySelector('[data-page="${page}"]').textContent`) as Promise<string>;
  }
}
