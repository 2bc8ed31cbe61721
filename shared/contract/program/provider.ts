import { z } from 'zod';
import { request } from '../define.ts';

/** One way to pay that a 402 answer offers (x402 version 1 or 2), as far as it could be read. All text is foreign. */
const paymentOfferSchema = z.object({
  x402Version: z.number().nullable(),
  /** Which part of the answer it is from. */
  form: z.enum(['header', 'body']),
  scheme: z.string().nullable(),
  network: z.string().nullable(),
  /** The asset's identifier on its network, and its name where given. */
  asset: z.string().nullable(),
  assetName: z.string().nullable(),
  /** An integer in the asset's smallest unit, as decimal digits. The number of decimals is not known. */
  units: z.string().nullable(),
  /** The amount as it came; it is shown where it is no such integer. */
  amountAsStated: z.string().nullable(),
  payTo: z.string().nullable(),
  validForSeconds: z.number().nullable(),
  resource: z.string().nullable(),
  description: z.string().nullable(),
});
export type PaymentOffer = z.infer<typeof paymentOfferSchema>;

/** The result of requesting the provider without paying. */
export const providerAnswerSchema = z.object({
  /** The whole address that was requested. */
  requested: z.string(),
  at: z.number(),
  requestId: z.string().nullable(),
  status: z.number(),
  /** What it means, and that nothing was paid. */
  words: z.string(),
  offers: z.array(paymentOfferSchema),
  /** The answer's body and its decoded payment header, for what Milepost could not read. */
  raw: z.unknown(),
});

export const providerRequests = {
  /** Requests the provider's own address for an award search (§4) without paying, and reads the price that it names. */
  askProvider: request(
    z.object({ address: z.string(), input: z.record(z.string(), z.unknown()) }),
    providerAnswerSchema,
  ),
  /** Calls the development-only counterparty; a public deployment rejects it (§4). */
  askSandbox: request(
    z.undefined(),
    z.object({
      outcome: z.enum(['public_deployment', 'development', 'unclear']),
      words: z.string(),
      status: z.number().nullable(),
      requestId: z.string().nullable(),
      /** The service's answer, as it was read. */
      body: z.unknown(),
    }),
  ),
};
