import { anyText, type UnreadPart, unreadParts } from '../components/address-parts.ts';

/** What Activity shows, as its address. */
export type ActivityAddress = { text: string; failedOnly: boolean };

export function readActivityAddress(search: string): ActivityAddress {
  const params = new URLSearchParams(search);
  return { text: params.get('q') ?? '', failedOnly: params.get('failed') === '1' };
}

export function activityPath({ text, failedOnly }: ActivityAddress): string {
  const params = new URLSearchParams();
  if (text !== '') params.set('q', text);
  if (failedOnly) params.set('failed', '1');
  const search = params.toString();
  return search === '' ? '/activity' : `/activity?${search}`;
}

/** What of an address of Activity could not be read, and what is shown instead. Pure. */
export const unreadOfActivity = (search: string): UnreadPart[] =>
  unreadParts(search, {
    q: { reads: anyText, instead: 'every request is shown' },
    failed: {
      reads: (value) => value === '1' || value === '0',
      instead: 'requests that succeeded are shown too',
    },
  });
