const STORED_AS = 'milepost-launch-secret';

type Page = Pick<Window, 'location' | 'history' | 'localStorage'>;

/**
 * The secret of this launch. The token in the address's fragment (which is never sent to a server nor to a linked page)
 * is removed from the address at once and exchanged for the secret: it works once. The secret is stored for this
 * origin, so that a reload and another tab also work; not in a cookie, which a browser sends to every port of the
 * machine, and so to programs of other users. Null where the page was opened without a valid token.
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
