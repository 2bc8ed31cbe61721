/** The contract defines no format or length for keys (§5.9); this bounds what a header can carry. */
const LONGEST = 4_096;

export type KeyText = { ok: true; key: string } | { ok: false; words: string };

/**
 * Reads a key from pasted or piped text, without surrounding blanks, or explains why it cannot be one. The explanation
 * never repeats the text, which may be another secret.
 */
export function readKeyText(text: string): KeyText {
  const refuse = (words: string): KeyText => ({ ok: false, words });
  // Checked first, so that a huge clipboard is not scanned.
  if (text.length > LONGEST * 2)
    return refuse(`That is too long to be an access key (over ${LONGEST} characters).`);
  const key = text.trim();
  if (key === '') return refuse('There is no key there: copy your access key first.');
  if (/[\r\n]/u.test(key)) return refuse('An access key is one line; that is several.');
  if (key.length > LONGEST)
    return refuse(`That is too long to be an access key (over ${LONGEST} characters).`);
  if (!/^[\x21-\x7e]+$/u.test(key))
    return refuse(
      'An access key has no spaces, accents or invisible characters; that has some. Copy the key alone.',
    );
  return { ok: true, key };
}
