/** What became of a request that got no answer. */
export type NetworkError = {
  code:
    | 'offline'
    | 'certificate'
    | 'client_certificate'
    | 'local_address'
    | 'proxy'
    | 'timeout'
    | 'connection_lost'
    | 'redirected';
  /** True only where it is certain that no byte of the request reached the service. */
  provablyNotSent: boolean;
  /** True where the error is Chromium's, which may have sent the request once before (see transport.ts). */
  chromium: boolean;
  words: string;
};

const UNSAFE_PORT =
  'The marketplace’s port is one that is kept for other purposes, and is never connected to.';

/** Nothing was connected to, so nothing was sent: Node's codes and Chromium's. */
const NO_CONNECTION: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing answers at the marketplace’s address.',
  ENOTFOUND: 'The marketplace’s name cannot be looked up: this machine may be offline.',
  EAI_AGAIN: 'The marketplace’s name cannot be looked up: this machine may be offline.',
  ERR_CONNECTION_REFUSED: 'Nothing answers at the marketplace’s address.',
  ERR_NAME_NOT_RESOLVED: 'The marketplace’s name cannot be looked up: this machine may be offline.',
  ERR_INTERNET_DISCONNECTED: 'This machine is offline.',
  ERR_UNSAFE_PORT: UNSAFE_PORT,
  ERR_ADDRESS_UNREACHABLE: 'The marketplace cannot be reached from this network.',
};

/** Where the request was kept back, or a proxy did not let it through: nothing of it reached the service. */
const KEPT_BACK: Readonly<Record<string, Pick<NetworkError, 'code' | 'words'>>> = {
  LOCAL_ADDRESS: {
    code: 'local_address',
    words:
      'The address is on this machine or your own network, or is not encrypted, and you have not allowed it. Nothing was sent. Set it in Settings to be asked.',
  },
  PROXY_PASSWORD: {
    code: 'proxy',
    words:
      'The proxy of this network asks for a password. Milepost has none and gives none by itself. Nothing was sent.',
  },
  PROXY_REFUSED: {
    code: 'proxy',
    words: 'The proxy of this network does not let Milepost through to the service. Nothing was sent.',
  },
  PROXY_UNREACHABLE: {
    code: 'proxy',
    words: 'The proxy that this machine is set to use does not answer. Nothing was sent.',
  },
  PROXY_UNSUPPORTED: {
    code: 'proxy',
    words:
      'The proxy that this machine is set to use is of a kind that Milepost does not speak: only HTTP and HTTPS proxies are. Nothing was sent.',
  },
};

/** The service ended the handshake because it was shown no certificate of the user. */
const CLIENT_CERTIFICATE =
  /^ERR_SSL_(?:TLSV13_ALERT_CERTIFICATE_REQUIRED|SSLV3_ALERT_(?:BAD_CERTIFICATE|HANDSHAKE_FAILURE))$/;

/** The peer was refused during the handshake, before a request goes out. */
const CERTIFICATE =
  /^(?:CERT_|ERR_CERT_|ERR_TLS_CERT_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_|UNABLE_TO_VERIFY_LEAF|UNABLE_TO_GET_ISSUER)/;

const TIMEOUT = /^(?:ETIMEDOUT|UND_ERR_\w*TIMEOUT|ERR_TIMED_OUT|ERR_CONNECTION_TIMED_OUT)$/;

/** Network trouble in which it is not known how far the request came, though this machine itself looks cut off. */
const CUT_OFF = /^(?:ENETUNREACH|EHOSTUNREACH|ENETDOWN|ERR_NETWORK_CHANGED|ERR_PROXY_CONNECTION_FAILED)$/;

/**
 * Classifies what `fetch` threw by its codes alone. Its message is never repeated: it may quote a header, and the key
 * travels in one.
 */
export function networkError(error: unknown): NetworkError {
  const codes = errorCodes(error);
  const chromium = codes.some((code) => code.startsWith('ERR_') && !code.startsWith('ERR_TLS_'));
  const known = codes.map((code) => (Object.hasOwn(NO_CONNECTION, code) ? NO_CONNECTION[code] : undefined));
  const [first] = known;
  if (first !== undefined && known.every((words) => words !== undefined))
    return { code: 'offline', provablyNotSent: true, chromium, words: first };
  const [code = ''] = codes;
  const keptBack = Object.hasOwn(KEPT_BACK, code) ? KEPT_BACK[code] : undefined;
  if (keptBack !== undefined) return { ...keptBack, provablyNotSent: true, chromium: false };
  if (CLIENT_CERTIFICATE.test(code))
    return {
      code: 'client_certificate',
      provablyNotSent: false,
      chromium: false,
      words:
        'The service asks for a certificate of yours, or refuses the secure connection. Milepost has none and chooses none by itself.',
    };
  if (codes.some((one) => CERTIFICATE.test(one)))
    return {
      code: 'certificate',
      provablyNotSent: codes.every((one) => CERTIFICATE.test(one)),
      chromium,
      words: `The marketplace’s certificate was not accepted (${codes[0]}). Nothing was sent to it.`,
    };
  if (codes.some((code) => TIMEOUT.test(code)))
    return {
      code: 'timeout',
      provablyNotSent: false,
      chromium,
      words: 'The marketplace did not answer in time.',
    };
  if (codes.some((code) => CUT_OFF.test(code)))
    return {
      code: 'offline',
      provablyNotSent: false,
      chromium,
      words: 'The marketplace cannot be reached from this network.',
    };
  // Chromium reports a refused redirect as an error without a code.
  if (error instanceof Error && /redirect/i.test(error.message))
    return { code: 'redirected', provablyNotSent: false, chromium: true, words: REDIRECTED };
  return {
    code: 'connection_lost',
    provablyNotSent: false,
    chromium,
    words: 'The connection broke off before an answer came.',
  };
}

export const REDIRECTED =
  'The marketplace pointed to another address. Milepost follows no redirects: check the address in Settings.';

/** The codes of an error and of what caused it; of several attempts to connect, each. At most a few levels deep. */
function errorCodes(error: unknown, depth = 0): string[] {
  if (typeof error !== 'object' || error === null || depth > 4) return [];
  if ('errors' in error && Array.isArray(error.errors) && error.errors.length > 0)
    return error.errors.flatMap((one) => {
      const codes = errorCodes(one, depth + 1);
      return codes.length === 0 ? ['UNKNOWN'] : codes;
    });
  if ('code' in error && typeof error.code === 'string') return [error.code];
  // Node's fetch names this one in words alone.
  if ('message' in error && error.message === 'bad port') return ['ERR_UNSAFE_PORT'];
  const chromium =
    'message' in error ? /\bnet::(ERR_[A-Z0-9_]+)/.exec(String(error.message))?.[1] : undefined;
  if (chromium !== undefined) return [chromium];
  return 'cause' in error ? errorCodes(error.cause, depth + 1) : [];
}
