import { plainText } from '#shared/plain-text.ts';

/** Names that Windows reserves for devices, with whatever ending. */
const DEVICES = /^(?:con|conin\$|conout\$|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?:\.|$)/iu;
/** Characters of a name: every file system takes as many, also in four bytes each. */
const LONGEST = 60;

/**
 * A name that a page suggests for a file, as it is put into the system's dialog: no path, nothing hidden, and nothing
 * that a system reads as anything but a name.
 */
export function fileName(suggested: string): string {
  const name = plainText(suggested, 500)
    .replaceAll(/[/\\:*?"<>|]/gu, '-')
    .replace(/^[.\s-]+|[.\s]+$/gu, '');
  const ending = /\.[A-Za-z0-9]{1,8}$/u.exec(name)?.[0] ?? '';
  const stem = Array.from(name.slice(0, name.length - ending.length))
    .slice(0, LONGEST)
    .join('')
    .trim();
  return stem === '' || DEVICES.test(stem) ? `milepost${ending}` : `${stem}${ending}`;
}
