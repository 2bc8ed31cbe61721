import { splitCodes } from '#shared/award-search/request.ts';
import type { Scope } from '#shared/contract/awards.ts';
import { heldIn } from './scope-summary.ts';
import type { Reader } from './sql.ts';

export type KeptFor = {
  records: number;
  /** UTC ms of the newest page that saw one of them. */
  newestAt: number | null;
  /** What shows them; null where there are none. */
  scope: Scope | null;
};

/** What is already kept for a request, whole or still being filled in. Asks nothing of the network. */
export function keptFor(reader: Reader, identity: string, input: Readonly<Record<string, unknown>>): KeptFor {
  const text = (name: string): string | undefined => {
    const value = input[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const cabin = text('cabin');
  const from = text('start_date');
  const until = text('end_date');
  const scope: Scope = {
    kind: 'matching',
    origins: splitCodes(text('origin_airport') ?? ''),
    destinations: splitCodes(text('destination_airport') ?? ''),
    ...(cabin === undefined ? {} : { cabin }),
    ...(from === undefined ? {} : { from }),
    ...(until === undefined ? {} : { until }),
  };
  const { records, newestAt } = heldIn(reader, identity, scope);
  return { records, newestAt, scope: records === 0 ? null : scope };
}
