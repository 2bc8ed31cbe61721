/** Of bytes that are no answer, in the timeline. */
const LONGEST = 64 * 1024;

/** The beginning of an unreadable answer for the timeline, as text if it is UTF-8, else as base64; how long it was if cut. */
export type RawResponse = ({ text: string } | { base64: string }) & { ofBytes?: number };

export function rawResponseOf(bytes: Uint8Array | undefined): RawResponse | null {
  if (bytes === undefined || bytes.byteLength === 0) return null;
  const shown = bytes.subarray(0, LONGEST);
  const stream = shown.byteLength < bytes.byteLength;
  const ofAll = stream ? { ofBytes: bytes.byteLength } : {};
  try {
    // A character that is cut at the end is left out.
    return {
      text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(shown, { stream }),
      ...ofAll,
    };
  } catch {
    return { base64: Buffer.from(shown).toString('base64'), ...ofAll };
  }
}
