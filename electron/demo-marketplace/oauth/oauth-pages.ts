import { html } from 'hono/html';
import { ownEntry } from '#shared/own-entry.ts';

const SCOPE_LABELS: Record<string, string> = {
  'market_tools:call': 'Quote and call Tools (spends the demo account’s money)',
  'account:read': 'Read the account: balance and past Calls',
};

type Html = ReturnType<typeof html>;

/** A page without script. `formAction` allows its form to redirect to the client. */
async function page(title: string, body: Html, status = 200, formAction = ''): Promise<Response> {
  const document = await html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>
  :root { color-scheme: light dark; font-family: system-ui, sans-serif; }
  main { max-width: 34rem; margin: 10vh auto; padding: 0 1rem; line-height: 1.5; }
  label { display: block; margin: .5rem 0; } button, input[type=text] { font: inherit; padding: .5rem 1rem; margin: .5rem .5rem 0 0; }
</style></head>
<body><main><h1>${title}</h1>${body}</main></body></html>`;
  return new Response(String(document), {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${formAction}; frame-ancestors 'none'; base-uri 'none'`,
      // With no-referrer, browsers would send the form without its origin.
      'Referrer-Policy': 'same-origin',
    },
  });
}

/** Asks the user which scopes to grant a client. */
export function consentPage(
  request: { clientName: string; scopes: string[] },
  action: string,
  hidden: Record<string, string>,
  returnTo = '',
): Promise<Response> {
  return page(
    'Allow access to the demo account?',
    html`<p><strong>${request.clientName}</strong> asks for an access key to the demo marketplace. Nothing here is charged for real.</p>
<form method="post" action="${action}">
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${request.scopes.map(
  (scope) =>
    html`<label><input type="checkbox" name="scope:${scope}" value="on" checked> ${ownEntry(SCOPE_LABELS, scope) ?? scope} <code>${scope}</code></label>`,
)}
<button type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="deny">Deny</button>
</form>`,
    200,
    returnTo,
  );
}

/** Asks the user for the code that a device shows. */
export function codePage(message = ''): Promise<Response> {
  return page(
    'Connect a device',
    html`<p role="status">${message}</p>
<form method="get" action="/oauth/device"><label>Code shown by the program <input type="text" name="user_code" autocomplete="off" required></label>
<button type="submit">Continue</button></form>`,
    message === '' ? 200 : 400,
  );
}

export function messagePage(title: string, message: string, status = 200): Promise<Response> {
  return page(title, html`<p>${message}</p>`, status);
}
