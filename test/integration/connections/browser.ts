/** A user's browser on the authorization server's pages: fetches the page, reads its form, and posts it. */

const hidden = (page: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? '';

const scopesOn = (page: string): string[] =>
  [...page.matchAll(/name="(scope:[^"]+)"/g)].map(([, name]) => name ?? '');

export type Decision = { decision: 'allow' | 'deny'; scopes?: readonly string[] };

/** Opens the page at `address`, decides, and follows the redirects; returns the last answer. */
export async function decideInBrowser(address: string, decided: Decision): Promise<Response> {
  const page = await (await fetch(address)).text();
  const allowed = scopesOn(page).filter(
    (name) => decided.scopes === undefined || decided.scopes.includes(name.replace('scope:', '')),
  );
  const form: Record<string, string> = {
    decision: decided.decision,
    ...Object.fromEntries(allowed.map((name) => [name, 'on'])),
  };
  for (const name of ['request', 'user_code']) {
    const value = hidden(page, name);
    if (value !== '') form[name] = value;
  }
  const action = /<form method="post" action="([^"]+)"/.exec(page)?.[1];
  if (action === undefined) throw new Error(`no form on the page: ${page.slice(0, 300)}`);
  return fetch(new URL(action, address), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form),
  });
}
