import type { ComparedColumn } from '../compared-column.ts';

/** A column of a comparison. */
export const column = (part: Partial<ComparedColumn>): ComparedColumn => ({
  title: 'a',
  demo: false,
  isStored: true,
  cabins: ['business'],
  complete: true,
  extent: null,
  cheapestVersion: null,
  isCheapestUnsure: false,
  cheapestTaxes: [],
  cheapestPrice: null,
  newestAt: 1000,
  cheapest: 50000,
  median: 60000,
  daysWithSpace: 10,
  daysSeen: 20,
  departed: 0,
  mostSeats: 4,
  direct: { count: 1, of: 2 },
  programmes: ['aeroplan'],
  airlines: ['BA'],
  cheapestBy: [],
  ...part,
});
