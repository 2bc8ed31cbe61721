/** An unreadable answer for the timeline, as text if it is UTF-8, else as base64. Nothing is lost. */
export type RawResponse = { text: string } | { base64: string };

export function rawResponseOf(bytes: Uint8Array | undefined): RawResponse | null {
  if (bytes === undefined || bytes.byteLength === 0) return null;
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { base64: Buffer.from(bytes).toString('base64') };
  }
}
