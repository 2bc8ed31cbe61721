/** The contract gives keys no format and no length (§5.9); this bounds what a header can carry and a user can mean. */
const LONGEST = 4_096;

export type KeyText = { ok: true; key: string } | { ok: false; words: string };

/**
 * Takes the key out of text that a user pasted or piped, or says why it cannot be one. Blanks around it are dropped.
 * The words never repeat the text: it may be a secret of something else.
 */
export function readKeyText(text: string): KeyText {
  const refuse = (words: string): KeyText => ({ ok: false, words });
  // Looked at before anything else, so that a clipboard of megabytes is not searched through.
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
