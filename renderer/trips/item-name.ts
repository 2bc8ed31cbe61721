import type { TripItem } from '#shared/contract/trips.ts';

const MOST = 40;

/** A text as the beginning of a sentence. */
export const begun = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** What an item is called where it is spoken of. */
export function itemName(item: TripItem): string {
  switch (item.kind) {
    case 'record':
      return `${item.chosen.origin} to ${item.chosen.destination}, ${item.chosen.date ?? item.chosen.dateText}`;
    case 'note':
      return `note “${item.text.slice(0, MOST)}”`;
    case 'link':
      return `link “${(item.text || item.url).slice(0, MOST)}”`;
  }
}
