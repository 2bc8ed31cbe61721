import { ownEntry } from '#shared/own-entry.ts';
import { plainName } from '#shared/plain-text.ts';
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
    const written = filledIn(server, notices);
    const url = written === null ? null : URL.parse(written, `${base.origin}${own}/`);
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

/** A server's address with the default of each of its variables (OpenAPI 3.1, 4.8.6); null where one has none. */
function filledIn(server: unknown, notices: Set<string>): string | null {
  const url = text(member(server, 'url')) ?? '';
  let undeclared: string | null = null;
  const variables = membersOf(member(server, 'variables')) ?? {};
  const filled = url.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const standard = text(member(ownEntry(variables, name), 'default'));
    if (standard === null) undeclared ??= name;
    return standard ?? '';
  });
  if (undeclared === null) return filled;
  notices.add(
    `The document’s server ${plainName(url)} has no default for “${plainName(undeclared)}”. It is passed over.`,
  );
  return null;
}
