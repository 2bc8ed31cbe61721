import type { ClosedAirport } from '#shared/contract/planning.ts';
import { withNote } from '#shared/facts/in-use.ts';
import { plainDate } from '#shared/formats.ts';

/** `No scheduled flights from TXL since 8 Nov 2020: BER serves it now.` */
export function closedLabel({ code, last, airports, note }: ClosedAirport): string {
  const words = withNote(`No scheduled flights from ${code} since ${plainDate(last)}`, note);
  return airports.length === 0 ? `${words}.` : `${words}: ${airports.join(', ')} serves it now.`;
}
