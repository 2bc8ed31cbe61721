import { useQuery } from '@tanstack/react-query';
import { announce } from '../ui/status-messages.ts';
import { statusQuery } from './status-query.ts';

/** Whether the marketplace is known to be out of reach; the frame holds the status, and reads it when it changes. */
export const useOffline = (): boolean =>
  useQuery({
    ...statusQuery,
    refetchOnMount: false,
    select: ({ network }) => network.state === 'offline',
  }).data ?? false;

/**
 * Of a button that needs something which is not there: it keeps its place in the order of the Tab key, so that whoever
 * comes to it hears what stands in the way, and pressed it says so.
 * @param words what stands in the way; null where nothing does
 * @param id of the element that shows the words
 */
export const unless = (words: string | null, id: string, act: () => void) =>
  words === null
    ? { onClick: act }
    : {
        onClick: () => announce(words),
        'data-disabled': true,
        'aria-disabled': true,
        'aria-describedby': id,
      };
