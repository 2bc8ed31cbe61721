import { type Itinerary, itinerarySchema } from '#shared/award-search/itinerary.ts';
import { jsonOfColumn } from '../../storage/json-of-column.ts';
import { type Reader, sql } from '../../storage/sql.ts';

/** A stored way to fly; null where it is damaged, which costs it alone and is told with its record. */
export const storedItinerary = (content: string): Itinerary | null =>
  itinerarySchema.safeParse(jsonOfColumn(content)).data ?? null;

/** Those of several that can be read. */
export const storedItineraries = (contents: readonly string[]): Itinerary[] =>
  contents.flatMap((content) => storedItinerary(content) ?? []);

/** The ways to fly a version that can be read. */
export const itinerariesOf = (reader: Reader, versionId: number): Itinerary[] =>
  storedItineraries(
    reader
      .all<{ content: string }>(
        sql('SELECT content FROM award_itineraries WHERE version_id = ? ORDER BY place', versionId),
      )
      .map(({ content }) => content),
  );
