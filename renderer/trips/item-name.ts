import { routeName } from '#shared/award-search/search-name.ts';
import type { TripItem } from '#shared/contract/trips.ts';
import { shortened } from '#shared/formats.ts';
import { dateLabel } from '../records/award-labels.ts';

/** A text with a capital, to begin a sentence. */
export const begun = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** A record stays among the results; text written for the board is deleted with its item. */
export const removedMessage = (item: TripItem): string =>
  begun(`${itemName(item)} ${item.kind === 'record' ? 'was removed from the board' : 'was deleted'}.`);

/** An item's name in messages. */
export function itemName(item: TripItem): string {
  switch (item.kind) {
    case 'record':
      return `${routeName([item.chosen.origin], [item.chosen.destination])}, ${dateLabel(item.chosen)}`;
    case 'note':
      return `note “${shortened(item.text)}”`;
    case 'link':
      return `link “${shortened(item.text || item.url)}”`;
  }
}
