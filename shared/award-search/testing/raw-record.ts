/** Answers of an award search as the service writes them (§2.2, §2.3), for tests. */

export type RawRoute = {
  OriginAirport: string;
  DestinationAirport: string;
  OriginRegion: string;
  DestinationRegion: string;
  Source: string;
};
export type RawRecord = {
  ID: string;
  Source: string;
  Date: string;
  JAvailable: boolean;
  JMileageCost: string;
  JRemainingSeats: number;
  JDirect: boolean;
  JAirlines: string;
  Route: RawRoute;
};

/** A record that meets the contract (§2.3), with a test's changes. */
export function rawRecord(
  id: string,
  change: Partial<Omit<RawRecord, 'Route'>> & { Route?: Partial<RawRoute> } = {},
) {
  const { Route: route, ...members } = change;
  const source = members.Source ?? 'united';
  return {
    ID: id,
    Source: source,
    Date: '2027-03-01',
    JAvailable: true,
    JMileageCost: '70000',
    JRemainingSeats: 2,
    JDirect: true,
    JAirlines: 'UA',
    ...members,
    Route: {
      OriginAirport: 'JFK',
      DestinationAirport: 'LHR',
      OriginRegion: 'North America',
      DestinationRegion: 'Europe',
      Source: source,
      ...route,
    },
  } satisfies RawRecord;
}

/** An answer around records (§2.2). */
export const answer = (data: readonly unknown[], envelope: { cursor?: number; hasMore?: boolean } = {}) => ({
  count: data.length,
  cursor: envelope.cursor ?? 1_700_000_000,
  hasMore: envelope.hasMore ?? false,
  data: [...data],
});
