import { ContractFailure } from '#shared/contract/failure.ts';

/** What the program hands over in pieces; each is requested after the one before has arrived. */
export async function* piecesOf<Piece extends { done: boolean; next?: number }>(
  read: (offset: number) => Promise<Piece>,
): AsyncGenerator<Piece> {
  for (let offset = 0; ; ) {
    const piece = await read(offset);
    yield piece;
    if (piece.done) return;
    offset = piece.next ?? 0;
  }
}

/** The bytes of a piece of a file as base64; rejects where the file cannot be read any more. */
export function base64Of(piece: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/u, ''));
  reader.onerror = () =>
    reject(
      new ContractFailure({
        code: 'file_unreadable',
        message:
          'The file cannot be read any more. It may have been moved or changed. Nothing was changed here.',
      }),
    );
  reader.readAsDataURL(piece);
  return promise;
}

/** Base64 as bytes, held by the browser outside the page's own memory. */
export function blobOf(base64: string): Blob {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let place = 0; place < text.length; place++) bytes[place] = text.charCodeAt(place);
  return new Blob([bytes]);
}
