import { list, member, text } from '../answers/reading.ts';

/**
 * The path prefix from the innermost `servers` entry on the marketplace's origin. A server elsewhere is reported,
 * never followed: the key and every request stay with the user's address.
 */
export function serverPrefix(levels: readonly unknown[], base: URL, notices: Set<string>): string {
  const servers = list(levels.find((level) => Array.isArray(level) && level.length > 0));
  const own = base.pathname.replace(/(?<!\/)\/+$/, '');
  if (servers.length === 0) return own;
  const urls = servers.flatMap((server) => {
    const url = URL.parse(text(member(server, 'url')) ?? '', `${base.origin}${own}/`);
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
