import { checkAwardSearchRequest, joinCodes, splitCodes } from '#shared/award-search/request.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import type { StoredFor } from './stored-for.ts';

type Preview = Awaited<ReturnType<ContractHandlers['awards']['preview']>>;

/** Expands codes to airports: a metropolitan area's code to all of its airports, any other to itself. */
type AirportsOf = (codes: readonly string[]) => Promise<readonly string[]>;

/** The request with area codes expanded to airports, since records name airports. */
async function byAirports(input: Record<string, unknown>, airportsOf: AirportsOf) {
  const written = { ...input };
  for (const end of ['origin_airport', 'destination_airport']) {
    const codes = written[end];
    if (typeof codes === 'string') written[end] = joinCodes(await airportsOf(splitCodes(codes)));
  }
  return written;
}

/**
 * A request as it would be sent, its problems by §2.1, what is stored for it, and the estimated pages for a Tool of this
 * provider. Free of charge.
 */
export async function previewOf(
  storedFor: (input: Readonly<Record<string, unknown>>) => Promise<StoredFor>,
  estimate: (request: {
    input: Readonly<Record<string, unknown>>;
    byAirports: Readonly<Record<string, unknown>>;
    provider: string;
  }) => Promise<Preview['estimate']>,
  airportsOf: AirportsOf,
  { input, provider }: { input: Record<string, unknown>; provider: string },
): Promise<Preview> {
  const checked = checkAwardSearchRequest(input);
  const written = await byAirports(input, airportsOf);
  return {
    request: checked.ok ? checked.request : null,
    problems: checked.ok ? {} : (checked.problems as Record<string, string>),
    saved: await storedFor(written),
    estimate: checked.ok ? await estimate({ input, byAirports: written, provider }) : null,
  };
}
