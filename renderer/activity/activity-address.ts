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
