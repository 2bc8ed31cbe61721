/** Bytes of an answer in the timeline; what may be a paid result is stored whole with the outputs. */
const LONGEST = 256 * 1024;

/** The beginning of an unreadable answer for the timeline, as text if it is UTF-8, else as base64. */
export type RawResponse = { text: string } | { base64: string };

export function rawResponseOf(bytes: Uint8Array | undefined): RawResponse | null {
  if (bytes === undefined || bytes.byteLength === 0) return null;
  const shown = bytes.subarray(0, LONGEST);
  try {
    // A character that is cut at the end is left out.
    const stream = shown.byteLength < bytes.byteLength;
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(shown, { stream }) };
  } catch {
    return { base64: Buffer.from(shown).toString('base64') };
  }
}
