import type { Amount } from '#shared/money.ts';
import { type JsonObject, jsonDigest } from '../http/json.ts';
import type { InvalidParam } from '../http/problem.ts';

/** A Tool's posture: callable, or why not (the reasons of describe's `unavailable`). */
export type DemoPosture =
  | 'callable'
  | 'setup_required'
  | 'inspection_required'
  | 'temporarily_unavailable'
  | 'readiness_expired'
  | 'publisher_withdrew'
  | 'under_review'
  | 'updated_terms_require_review'
  | 'not_supported_by_ae';

type ToolContext = {
  /** UTC milliseconds. */
  now: number;
};

type ToolRun = (input: JsonObject, context: ToolContext) => Promise<unknown> | unknown;

/** A Tool in the catalogue. Only callable Tools have `run`. */
export type OfferedTool = {
  toolRef: string;
  capabilityId: string;
  version: number;
  title: string;
  description: string;
  provider: { name: string; slug: string };
  price: Amount;
  priceLabel: string;
  displayPrice?: { currency: string } | { unavailable: string };
  healthStatus: 'operational' | 'degraded' | 'unverified';
  listingTier?: 'reviewed' | 'listed';
  /** Minutes since the last check, and since the last healthy one. */
  checkedMinutesAgo?: number;
  healthyMinutesAgo?: number;
  posture: DemoPosture;
  inputJsonSchema: JsonObject;
  outputJsonSchema: JsonObject;
  materialTerms: { label: string; value: string }[];
  dataUse: {
    effectId: string;
    inputPointer: string;
    classification: string;
    phase: string;
    recipient: string;
    purposes: string[];
  }[];
  effects: { effectId: string; class: string; authority: string; reversibility: string }[];
  authentication: { kind: 'ae_api_key' | 'platform_credential' | 'x402' | 'unknown' };
  payment?: { protocol: 'x402'; scheme: string; network: string; asset: string; currency: string };
  /** Checks what the schema cannot express, before a quote. */
  check?: (input: JsonObject, context: ToolContext) => InvalidParam[];
  run?: ToolRun;
};

/** The reference of a listing: a hash of its identity (§1.7), opaque to clients. */
export function toolRefOf(capabilityId: string, providerSlug: string): string {
  return `operation:v1:${jsonDigest({ capabilityId, providerSlug, publisherKind: 'observed_external' })}`;
}

export const priceDigestOf = (tool: Pick<OfferedTool, 'toolRef'>, price: Amount): string =>
  `sha256:${jsonDigest({ toolRef: tool.toolRef, price })}`;
