import { list, member, membersOf, text } from '../answers/reading.ts';

/**
 * The path prefix from the innermost `servers` entry on the marketplace's origin. A server elsewhere is reported,
 * never followed: the key and every request stay with the user's address.
 */
export function serverPrefix(levels: readonly unknown[], base: URL, notices: Set<string>): string {
  const servers = list(levels.find((level) => Array.isArray(level) && level.length > 0));
  const own = base.pathname.replace(/(?<!\/)\/+$/, '');
  if (servers.length === 0) return own;
  const urls = servers.flatMap((server) => {
    const url = URL.parse(filledIn(server), `${base.origin}${own}/`);
    return url === null ? [] : [url];
  });
  const here = urls.find((url) => url.origin === base.origin);
  if (here !== undefined) return here.pathname.replace(/(?<!\/)\/+$/, '');
  for (const url of urls)
    notices.add(
      `The document names another server, ${url.origin}. It is not followed: everything goes to ${base.origin}.`,
    );
  return own;
}

/** A server's URL with its variables' defaults. */
function filledIn(server: unknown): string {
  const variables = membersOf(member(server, 'variables')) ?? {};
  return (text(member(server, 'url')) ?? '').replace(/\{([^{}]*)\}/g, (whole, name: string) =>
    Object.hasOwn(variables, name) ? (text(member(variables[name], 'default')) ?? whole) : whole,
  );
}
