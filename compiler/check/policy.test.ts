import { describe, expect, test } from "vitest";
import type { RequestPolicy } from "../request/policy.js";
import type { DocumentRequest, SecuritySettings } from "../request/types/document.js";
import { checkCapabilities, checkPolicy } from "./policy.js";
import { pathOf } from "../core/src.js";

const found = (settings: DocumentRequest["settings"], policy: RequestPolicy): readonly string[] =>
  checkPolicy({ settings, pages: [{ size: "a4" }] } as DocumentRequest, policy).map((p) => `${p.code} ${pathOf(p.src)}: ${p.reason}`);

describe("what a policy does not allow", () => {
  test("profiles: those that are named, and no profile at all", () => {
    const policy = { profiles: ["pdfa-2b", "pdfa-ua1"] };
    expect(found({}, policy)).toEqual([]);
    expect(found({ profile: "" }, policy)).toEqual([]);
    expect(found({ profile: "pdfa-ua1" }, policy)).toEqual([]);
    expect(found({ profile: "pdfa-3b" }, policy)).toEqual([
      'API-002 settings.profile: must be "pdfa-2b" or "pdfa-ua1", which the token\'s policy allows; found "pdfa-3b"',
    ]);
    expect(found({ profile: "pdfa-3b" }, { profiles: [] })).toEqual([
      'API-002 settings.profile: must be left out, since the token\'s policy allows none; found "pdfa-3b"',
    ]);
    expect(found({ profile: "pdfa-3b" }, {})).toEqual([]);
    for (const profile of ["pdfa-ua2", "pdfa-4f"]) {
      expect(found({ profile }, { profiles: [profile] })).toEqual([]);
      expect(found({ profile }, policy)).toHaveLength(1);
    }
  });

  test("locks: none, or those of an algorithm, the default one too", () => {
    expect(found({}, { security: { allow: false, algorithms: [] } })).toEqual([]);
    expect(found({ security: { open_password: "x" } }, { security: {} })).toEqual([]);
    expect(found({ security: { open_password: "x" } }, { security: { allow: true } })).toEqual([]);
    expect(found({ security: { open_password: "x" } }, { security: { allow: false } })).toEqual([
      "API-002 settings.security: the token's policy does not allow documents to be locked: leave security out",
    ]);
    expect(found({ security: { open_password: "x" } }, { security: { algorithms: ["aes_128"] } })).toEqual([
      'API-002 settings.security.algorithm: must be "aes_128", which the token\'s policy allows; found "aes_256"',
    ]);
    expect(found({ security: { open_password: "x", algorithm: "aes_128" } }, { security: { algorithms: ["aes_128"] } })).toEqual([]);
    expect(found({ security: { permissions: { print: false } } }, { security: { allow: false } })).toHaveLength(1);
    expect(found({ security: { algorithm: "aes_128", open_password: "x" } }, { security: { algorithms: [] } })).toEqual([
      'API-002 settings.security.algorithm: must be left out, since the token\'s policy allows none; found "aes_128"',
    ]);
  });

  test("signatures may be forbidden, or made by some signers only", () => {
    const signatures = [{ signer: "seal" }, { signer: "box" }];
    expect(found({ signatures }, { signatures: { allow: true } })).toEqual([]);
    expect(found({ signatures }, { signatures: { signers: ["seal", "box"] } })).toEqual([]);
    expect(found({ signatures }, { signatures: { allow: false, signers: ["seal"] } })).toEqual([
      "API-002 settings.signatures: the token's policy does not allow documents to be signed: leave signatures out",
    ]);
    expect(found({ signatures }, { signatures: { signers: ["seal"] } })).toEqual([
      'API-002 settings.signatures[1].signer: must be "seal", which the token\'s policy allows; found "box"',
    ]);
  });

  test("settings of a lock without a password or a denied permission lock nothing", () => {
    const none: readonly SecuritySettings[] = [
      {},
      { algorithm: "aes_128" },
      { open_password: " " },
      { permissions: {} },
      { permissions: { print: true } },
    ];
    for (const security of none) {
      expect(found({ security }, { security: { allow: false } })).toEqual([]);
      expect(found({ security }, { security: { algorithms: [] } })).toEqual([]);
    }
  });
});

test("what a deployment does not have is named by its capability", () => {
  const lacking = ["layout.flow_document", "data.projection"] as const;
  const request = { flow_document: {}, datasets: {}, projections: {} } as unknown as DocumentRequest;
  expect(checkCapabilities(request, lacking).map((p) => `${p.code} ${pathOf(p.src)}: ${p.reason}`)).toEqual([
    "API-002 flow_document: it needs the capability layout.flow_document, which this service does not have: its /health lists those it has",
    "API-002 datasets: it needs the capability data.projection, which this service does not have: its /health lists those it has",
    "API-002 projections: it needs the capability data.projection, which this service does not have: its /health lists those it has",
  ]);
  expect(checkCapabilities(request, [])).toEqual([]);
  expect(checkCapabilities({ pages: [] } as DocumentRequest, lacking)).toEqual([]);
});
