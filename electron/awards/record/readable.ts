import type { AwardRecord } from '#shared/award-search/response.ts';

/** A record that breaks the contract, as far as it can be read, in one line. */
export function readable(record: AwardRecord): string {
  const route =
    record.origin === null && record.destination === null
      ? null
      : `${record.origin ?? '?'} to ${record.destination ?? '?'}`;
  const parts = [
    record.dateText,
    route,
    record.programme,
    record.available === null ? null : record.available ? 'award space' : 'no award space',
    record.miles === null ? record.milesText : `${record.miles} miles`,
    record.airlines.length === 0 ? null : record.airlines.join(', '),
  ].filter((part) => part !== null && part !== '');
  return parts.length === 0 ? 'Nothing in it could be read.' : parts.join(' · ');
}
