import { z } from 'zod';

/**
 * A failure as it crosses the contract: a stable code, and our own words for what happened, what it means for the
 * user's money and data, and what can be done. The service's text is carried separately, as data.
 */
const failureSchema = z.object({
  code: z.string(),
  message: z.string(),
  /** The marketplace's x-ae-request-id where the failure came from a request (§7.2). */
  requestId: z.string().optional(),
  retryAfterMs: z.number().optional(),
  /** Problems by the names of their fields. */
  fields: z.record(z.string(), z.string()).optional(),
  /** The service's own code and words, never to be read as markup. */
  service: z.object({ code: z.string().optional(), text: z.string().optional() }).optional(),
  /** A purchase that this failure is about. */
  purchaseId: z.string().optional(),
});
export type Failure = z.infer<typeof failureSchema>;

/** How a result crosses either host. */
export type Crossing<Value> = { ok: true; value: Value } | { ok: false; failure: Failure };

/** The one error that handlers throw deliberately and that the renderer's client throws. */
export class ContractFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'ContractFailure';
    this.failure = failure;
  }
}

/** Throws a failure. */
export function fail(code: string, message: string, more: Omit<Failure, 'code' | 'message'> = {}): never {
  throw new ContractFailure({ code, message, ...more });
}
