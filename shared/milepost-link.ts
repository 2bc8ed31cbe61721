import { ALL_SCREENS } from './screens.ts';

/** The scheme of links that lead into the program, as electron-builder.yml registers it. */
export const LINK_SCHEME = 'milepost';

/** Longest link that is read, in characters: a search with many airports has hundreds. */
const LONGEST = 4_000;

/** The characters of an address, without a fragment; the host is empty. */
const SHAPE = /^milepost:(?:\/\/)?(\/(?!\/)[\w\-.~%!$&'()*+,;=:@/]*)(\?[\w\-.~%!$&'()*+,;=:@/?]*)?$/iu;

/** Control characters, which no text of an address has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\0-\x1f\x7f]/u;

const decoded = (text: string): string | null => {
  try {
    const plain = decodeURIComponent(text.replaceAll('+', ' '));
    return CONTROL.test(plain) ? null : plain;
  } catch {
    return null;
  }
};

/**
 * The address within the program that a `milepost:` link leads to; null for anything else. Links come from anywhere, so
 * they only open a screen, and what they hold is read by that screen's own schema: none of it acts.
 */
export function pathOfLink(link: string): string | null {
  const [, path, search = ''] = (link.length <= LONGEST && SHAPE.exec(link)) || [];
  if (path === undefined) return null;
  const parts = path.split('/').slice(1).map(decoded);
  const isPlain = parts.every(
    (part) => part !== null && part !== '.' && part !== '..' && !/[/\\]/u.test(part),
  );
  if (!isPlain || decoded(search) === null) return null;
  return ALL_SCREENS.some((screen) => screen.path === `/${parts[0]}`) ? `${path}${search}` : null;
}

/** The link to an address of the program. */
export const linkTo = (path: string): string => `${LINK_SCHEME}:${path}`;
