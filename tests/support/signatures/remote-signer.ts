import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Keys } from "./signed.js";

/** The CSC API v2 of a credential, written from its specification. */
export class RemoteSigner {
  readonly calls: { readonly method: string; readonly body: Record<string, unknown> }[] = [];
  readonly server: Server;
  key = "signer.key";

  /** @param secret of the client; each answer to a wrong call has it */
  constructor(keys: Keys, secret: string) {
    const der = (name: string): string => readFileSync(keys.file(name), "utf8").replace(/-----[^-]+-----|\s/g, "");
    const isAuthorized = new Map<string, readonly string[]>();
    const answers: Readonly<Record<string, (body: Record<string, unknown>) => object | null>> = {
      "oauth2/token": ({ client_id: id, client_secret: given }) =>
        id === "platen" && given === secret ? { access_token: "access", token_type: "Bearer", expires_in: 3600 } : null,
      "credentials/info": () => ({
        key: { status: "enabled", algo: ["1.2.840.113549.1.1.1", "1.2.840.113549.1.1.11"], len: 2048 },
        cert: { status: "valid", certificates: [der("signer.pem"), der("ca.pem")] },
        auth: { mode: "explicit" },
        multisign: 10,
      }),
      "credentials/authorize": ({ hashes, numSignatures, authData }) => {
        const list = hashes as readonly string[];
        if (list.length !== numSignatures || JSON.stringify(authData) !== `[{"id":"PIN","value":"4711"}]`) return null;
        const activation = `sad-${this.calls.length}`;
        isAuthorized.set(activation, list);
        return { SAD: activation };
      },
      "signatures/signHash": ({ SAD: activation, hashes, hashAlgorithmOID, signAlgo }) => {
        const list = isAuthorized.get(activation as string);
        isAuthorized.delete(activation as string);
        if (JSON.stringify(list) !== JSON.stringify(hashes)) return null;
        if (hashAlgorithmOID !== "2.16.840.1.101.3.4.2.1" || signAlgo !== "1.2.840.113549.1.1.11") return null;
        return { signatures: list!.map((hash) => this.#signed(keys, Buffer.from(hash, "base64")).toString("base64")) };
      },
    };
    this.server = createServer((req, res) => {
      const parts: Buffer[] = [];
      req.on("data", (part: Buffer) => parts.push(part));
      req.on("end", () => {
        const method = req.url!.replace("/csc/v2/", "");
        const text = Buffer.concat(parts).toString();
        const body = (method === "oauth2/token" ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text)) as Record<
          string,
          unknown
        >;
        this.calls.push({ method, body });
        const mayCall = method === "oauth2/token" || req.headers.authorization === "Bearer access";
        const answer = mayCall ? answers[method]?.(body) : null;
        res.writeHead(answer ? 200 : 400, { "content-type": "application/json" });
        res.end(JSON.stringify(answer ?? { error: "invalid_request", error_description: secret }));
      });
    });
  }

  /** PKCS #1 v1.5 over a SHA-256 hash: its DigestInfo is written here. */
  #signed(keys: Keys, hash: Buffer): Buffer {
    const info = Buffer.concat([Buffer.from("3031300d060960864801650304020105000420", "hex"), hash]);
    return execFileSync("openssl", ["pkeyutl", "-sign", "-inkey", keys.file(this.key)], { input: info });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/csc/v2`;
  }
}
