import type { z } from 'zod';
import { splitCodes } from '#shared/award-search/request.ts';
import type { awardRequests, RecordFilter, Scope } from '#shared/contract/awards.ts';
import type { Reader } from '../../storage/sql.ts';
import { storedCounts } from './scope-summary.ts';

type Input = Readonly<Record<string, unknown>>;

export type StoredFor = z.infer<typeof awardRequests.preview.output>['saved'];

/** A request's carriers and direct flights, as a filter of records. */
export function storedFilter(input: Input): RecordFilter {
  const carriers = typeof input.carriers === 'string' ? splitCodes(input.carriers) : [];
  return {
    ...(carriers.length > 0 && { airlines: carriers }),
    ...(input.only_direct_flights === true && { direct: true }),
  };
}

/** What is stored for a request, which may be incomplete. Uses no network. */
export function storedFor(reader: Reader, identity: string, input: Input): StoredFor {
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
  const filter = storedFilter(input);
  const { records, newestAt } = storedCounts(reader, identity, scope, filter);
  return { records, newestAt, scope: records === 0 ? null : scope, filter };
}
