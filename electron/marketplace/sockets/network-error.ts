import { ownEntry } from '#shared/own-entry.ts';

/** What happened to a request without an answer. */
export type NetworkError = {
  code:
    | 'offline'
    | 'certificate'
    | 'client_certificate'
    | 'local_address'
    | 'proxy'
    | 'timeout'
    | 'connection_lost';
  /** Whether certainly no byte of the request reached the service. */
  provablyNotSent: boolean;
  words: string;
};

/** There was no connection, so nothing was sent. */
const NO_CONNECTION: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing answers at the marketplace’s address.',
  ENOTFOUND: 'The marketplace’s name cannot be looked up: this machine may be offline.',
  EAI_AGAIN: 'The marketplace’s name cannot be looked up: this machine may be offline.',
  ERR_UNSAFE_PORT:
    'The marketplace’s port is one that is reserved for other purposes, and is never connected to.',
};

/** The request was blocked here or by a proxy: nothing of it reached the service. */
const BLOCKED: Readonly<Record<string, Pick<NetworkError, 'code' | 'words'>>> = {
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
    words: 'The proxy that this machine is set to use does not answer, or not securely. Nothing was sent.',
  },
  PROXY_UNKNOWN: {
    code: 'proxy',
    words: 'The proxy settings of this machine cannot be read. Nothing was sent.',
  },
  PROXY_UNSUPPORTED: {
    code: 'proxy',
    words:
      'The proxy that this machine is set to use is of a kind that Milepost does not speak: only HTTP and HTTPS proxies are. Nothing was sent.',
  },
};

/**
 * The service refuses the secure connection, as it does without a client certificate that it requires. Alerts have other
 * names in Electron's library than in Node's, and none at all (EPROTO) during the handshake.
 */
const REFUSED_CONNECTION = /^(?:EPROTO|ERR_SSL_\w*_ALERT_\w+)$/;

/** The certificate was rejected during the handshake, before the request was sent. */
const CERTIFICATE =
  /^(?:CERT_|ERR_TLS_CERT_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_|UNABLE_TO_VERIFY_LEAF|UNABLE_TO_GET_ISSUER)/;

const TIMEOUT = /^(?:ETIMEDOUT|UND_ERR_\w*TIMEOUT)$/;

/** This machine seems offline, but it is unknown how far the request got. */
const CUT_OFF = /^(?:ENETUNREACH|EHOSTUNREACH|ENETDOWN)$/;

/**
 * Classifies a `fetch` error by its codes alone. Its message is never repeated: it may quote a header, and the key is
 * sent in one.
 */
export function networkError(error: unknown): NetworkError {
  const codes = errorCodes(error);
  const known = codes.map((code) => ownEntry(NO_CONNECTION, code));
  const [first] = known;
  if (first !== undefined && known.every((words) => words !== undefined))
    return { code: 'offline', provablyNotSent: true, words: first };
  const [code = ''] = codes;
  const heldBack = ownEntry(BLOCKED, code);
  if (heldBack !== undefined) return { ...heldBack, provablyNotSent: true };
  // Set by `createNodeFetch`.
  const handshake =
    typeof error === 'object' && error !== null && 'handshake' in error ? error.handshake : null;
  const provablyNotSent = handshake !== null;
  if (REFUSED_CONNECTION.test(code))
    return {
      code: 'client_certificate',
      provablyNotSent,
      words:
        'The service asks for a certificate of yours, or refuses the secure connection. Milepost has none and chooses none by itself.',
    };
  if (handshake === 'certificate' || codes.some((one) => CERTIFICATE.test(one)))
    return {
      code: 'certificate',
      provablyNotSent: provablyNotSent || codes.every((one) => CERTIFICATE.test(one)),
      words: `The marketplace’s certificate was not accepted (${codes[0]}). Nothing was sent to it.`,
    };
  if (codes.some((code) => TIMEOUT.test(code)))
    return {
      code: 'timeout',
      provablyNotSent,
      words: 'The marketplace did not answer in time.',
    };
  if (codes.some((code) => CUT_OFF.test(code)))
    return {
      code: 'offline',
      provablyNotSent,
      words: 'The marketplace cannot be reached from this network.',
    };
  return {
    code: 'connection_lost',
    provablyNotSent,
    words: provablyNotSent
      ? 'The connection broke off before it was secure. Nothing was sent.'
      : /^HPE_/.test(code)
        ? 'What answered is not valid HTTP, and was not read.'
        : 'The connection broke off before an answer came.',
  };
}

export const REDIRECTED =
  'The marketplace pointed to another address. Milepost follows no redirects: check the address in Settings.';

/** The codes of an error and its causes, with those of each connection attempt, to a limited depth. */
function errorCodes(error: unknown, depth = 0): string[] {
  if (typeof error !== 'object' || error === null || depth > 4) return [];
  if ('errors' in error && Array.isArray(error.errors) && error.errors.length > 0)
    return error.errors.flatMap((one) => {
      const codes = errorCodes(one, depth + 1);
      return codes.length === 0 ? ['UNKNOWN'] : codes;
    });
  if ('code' in error && typeof error.code === 'string') return [error.code];
  return 'cause' in error ? errorCodes(error.cause, depth + 1) : [];
}
