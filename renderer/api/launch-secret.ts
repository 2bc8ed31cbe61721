const KEPT_AS = 'milepost-launch-secret';

type Page = Pick<Window, 'location' | 'history' | 'sessionStorage'>;

/**
 * The secret of this launch, which the address carried in its fragment: a fragment is never sent to a server nor to a
 * page that is linked to. It leaves the address at once (and so the history and the screen), and is kept for this tab
 * alone, so that a reload still works. Null where the page was opened without it.
 */
export function takeSecret(page: Page): string | null {
  const given = page.location.hash.slice(1);
  if (given === '') return page.sessionStorage.getItem(KEPT_AS);
  page.sessionStorage.setItem(KEPT_AS, given);
  page.history.replaceState(page.history.state, '', page.location.pathname + page.location.search);
  return given;
}
