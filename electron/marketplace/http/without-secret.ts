export const HIDDEN = '[access key]';

/** The bytes with every occurrence of the key replaced: a service that repeats it must not get it onto the disk. */
export function withoutSecret(
  bytes: Uint8Array<ArrayBuffer>,
  secret: string | null,
): Uint8Array<ArrayBuffer> {
  if (secret === null || secret === '') return bytes;
  const haystack = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!haystack.includes(secret)) return bytes;
  // The key is ASCII, so that a byte-for-byte reading of the text loses nothing.
  return new Uint8Array(Buffer.from(haystack.toString('latin1').replaceAll(secret, HIDDEN), 'latin1'));
}

/** The headers of an answer without those that repeat the key: nothing that is read from them can show a part of it. */
export function headersWithoutSecret(headers: Headers, secret: string | null): Headers {
  if (secret === null || secret === '') return headers;
  return new Headers([...headers].filter(([, value]) => !value.includes(secret)));
}
