/**
 * What electron-updater reads of a channel, it reads whole, on the main thread and before a signature is checked. Its own
 * limits are none, so that these are put around its requests.
 */

/** In bytes; GitHub's feed of ten releases with their notes. */
const LARGEST_ANSWER = 256 * 1024;
/** In characters; the description of a version. A parser of YAML may take the square of that. */
const LARGEST_DESCRIPTION = 16 * 1024;
/** How long one answer may take, since Electron's requests have no limit; milliseconds. */
const ANSWER_WITHIN_MS = 60_000;

type Stopping = { cancel(): void };

/** The part of electron-updater's way to send that its types do not show. */
export type ChannelRequests<Token extends Stopping> = {
  request(options: { path?: string | null }, token?: Token): Promise<string | null>;
  handleResponse(response: NodeJS.EventEmitter, options: unknown, token: Token, ...more: never[]): void;
};

/** From here on a channel is given up that says more than this, or takes longer. */
export function boundChannel<Token extends Stopping>(
  requests: ChannelRequests<Token>,
  newToken: () => Token,
): void {
  const { request, handleResponse } = requests;
  requests.request = async (options, token = newToken()) => {
    const { path } = options;
    const late = setTimeout(() => token.cancel(), ANSWER_WITHIN_MS);
    const text = await request.call(requests, options, token).finally(() => clearTimeout(late));
    if (text !== null && text.length > LARGEST_DESCRIPTION && path?.split('?')[0]?.endsWith('.yml') === true)
      throw new Error('the description of a version is too long');
    return text;
  };
  requests.handleResponse = (response, options, token, ...more) => {
    let bytes = 0;
    response.on('data', (piece: string | Uint8Array) => {
      bytes += piece.length;
      if (bytes > LARGEST_ANSWER) token.cancel();
    });
    handleResponse.call(requests, response, options, token, ...more);
  };
}
