import type { Connection } from '#shared/contract/index.ts';
import { browserConnection, exchangeToken } from './browser-connection.ts';
import { takeSecret } from './launch-secret.ts';

declare global {
  interface Window {
    /** Provided by the preload under Electron; absent in an ordinary browser. */
    readonly milepost?: Connection;
  }
}

/** The only connection to the main process. No other file knows which host the page has. */
export const connection: Connection =
  window.milepost ?? browserConnection({ secret: takeSecret(window, exchangeToken) });
