/** What became of a request that got no answer. */
export type NetworkError = {
  code: 'offline' | 'certificate' | 'timeout' | 'connection_lost' | 'redirected';
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
  if (codes.some((code) => CERTIFICATE.test(code)))
    return {
      code: 'certificate',
      provablyNotSent: codes.every((code) => CERTIFICATE.test(code)),
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
