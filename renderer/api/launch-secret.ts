const STORED_AS = 'milepost-launch-secret';

type Page = Pick<Window, 'location' | 'history' | 'localStorage'>;

/**
 * The secret of this launch. What the address carries in its fragment (which is never sent to a server nor to a page
 * that is linked to) leaves the address at once, and is exchanged for it: it works once. The secret is stored for this
 * origin, so that a reload and another tab work too; not in a cookie, which a browser hands to every port of the machine,
 * and so to programs of other users. Null where the page was opened without what the exchange takes.
 * @param exchange resolves to null where it was refused
 */
export async function takeSecret(
  page: Page,
  exchange: (token: string) => Promise<string | null>,
): Promise<string | null> {
  const given = page.location.hash.slice(1);
  if (given !== '') {
    page.history.replaceState(page.history.state, '', page.location.pathname + page.location.search);
    const secret = await exchange(given);
    if (secret !== null) page.localStorage.setItem(STORED_AS, secret);
  }
  return page.localStorage.getItem(STORED_AS);
}
