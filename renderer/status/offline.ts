import { useQuery } from '@tanstack/react-query';
import { announce } from '../ui/status-messages.ts';
import { statusQuery } from './queries.ts';

/** Whether the marketplace is known to be unreachable; the frame holds the status, and reads it when it changes. */
export const useOffline = (): boolean =>
  useQuery({
    ...statusQuery,
    refetchOnMount: false,
    select: ({ network }) => network.state === 'offline',
  }).data ?? false;

/**
 * Props of a button that is blocked: it stays in the tab order, so that a screen reader announces the reason, and
 * pressing it states the reason.
 * @param words the reason; null where it is not blocked
 * @param id of the element that shows the words
 */
export const blockedProps = (words: string | null, id: string, act: () => void) =>
  words === null
    ? { onClick: act }
    : {
        onClick: () => announce(words),
        'data-disabled': true,
        'aria-disabled': true,
        'aria-describedby': id,
      };
