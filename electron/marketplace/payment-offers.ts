import type { PaymentOffer } from '#shared/contract/program/provider.ts';
import { firstItems, integer, label, member, text } from './answers/reading.ts';
import { parseJson } from './http/json-body.ts';

/** The object in a PAYMENT-REQUIRED header: JSON in base64; undefined if unreadable. */
export function decodedPaymentHeader(header: string | undefined): unknown {
  if (header === undefined || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(header.trim())) return undefined;
  const parsed = parseJson(Buffer.from(header.trim(), 'base64'));
  return parsed.ok ? parsed.value : undefined;
}

/** The payment options of an x402 demand, version 1 or 2, as far as each is readable. */
export function readPaymentOffers(demand: unknown, form: PaymentOffer['form']): PaymentOffer[] {
  const resource = member(demand, 'resource');
  return firstItems(member(demand, 'accepts')).map((offer) => {
    const units = label(member(offer, 'amount', 'maxAmountRequired'));
    const seconds = integer(member(offer, 'maxTimeoutSeconds'));
    return {
      x402Version: integer(member(demand, 'x402Version')),
      form,
      scheme: text(member(offer, 'scheme')),
      network: label(member(offer, 'network')),
      asset: text(member(offer, 'asset')),
      assetName: text(member(member(offer, 'extra'), 'name')),
      units: units !== null && /^\d{1,78}$/.test(units) ? units : null,
      amountAsStated: units,
      payTo: text(member(offer, 'payTo')),
      validForSeconds: seconds === null || seconds < 0 ? null : seconds,
      resource: text(member(offer, 'resource')) ?? text(member(resource, 'url')) ?? text(resource),
      description: text(member(offer, 'description')) ?? text(member(resource, 'description')),
    };
  });
}
