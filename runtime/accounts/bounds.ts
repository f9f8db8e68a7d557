import type { RequestPolicy } from "../../compiler/request/policy.js";
import type { MetadataPolicy } from "../../compiler/request/metadata-policy.js";
import type { TokenPolicy } from "./files.js";

interface PolicyBounds {
  readonly maxPages?: number;
  readonly metadata?: MetadataPolicy;
  readonly policy?: RequestPolicy;
}

export function boundsOf(policy: TokenPolicy): PolicyBounds {
  const { max_pages_per_request: maxPages, max_image_bytes, pdfa_profiles, e_invoice_standards, metadata, security, signatures } = policy;
  return {
    ...(maxPages !== undefined && { maxPages }),
    ...(metadata && {
      metadata: {
        ...(metadata.allow && { allow: metadata.allow }),
        ...(metadata.default_metadata && { defaults: { ...metadata.default_metadata } }),
      },
    }),
    policy: {
      ...(max_image_bytes !== undefined && { maxImageBytes: max_image_bytes }),
      ...(pdfa_profiles && { profiles: pdfa_profiles }),
      ...(e_invoice_standards && { eInvoiceStandards: e_invoice_standards }),
      ...(security && {
        security: {
          ...(security.allow !== undefined && { allow: security.allow }),
          ...(security.allowed_algorithms && { algorithms: security.allowed_algorithms }),
        },
      }),
      ...(signatures && { signatures }),
    },
  };
}
