import { plainText } from '#shared/plain-text.ts';

/** Names that Windows reserves for devices, with any extension. */
const DEVICES = /^(?:con|conin\$|conout\$|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?:\.|$)/iu;
/** Characters of a name that every file system accepts, even at four bytes each. */
const LONGEST = 60;

/** The kinds of files that Milepost makes. Others may be programs, or open one: `.exe`, `.desktop`, `.html`, `.url`. */
const OWN_ENDING = /\.(?:csv|ics|json|milepost(?:-trip)?|ndjson|png|txt)$/iu;

/**
 * Sanitises a file name suggested by the page for the system's dialog: no path, not hidden, not reserved, and of no kind
 * that the system would start.
 */
export function fileName(suggested: string): string {
  const name = plainText(suggested, 500)
    .replaceAll(/[/\\:*?"<>|]/gu, '-')
    .replace(/^[.\s-]+|[.\s]+$/gu, '');
  const ending = OWN_ENDING.exec(name)?.[0] ?? '';
  const stem = Array.from(name.slice(0, name.length - ending.length).replaceAll('.', '-'))
    .slice(0, LONGEST)
    .join('')
    .trim();
  return stem === '' || DEVICES.test(stem) ? `milepost${ending}` : `${stem}${ending}`;
}
