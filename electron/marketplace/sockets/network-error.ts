import { ownEntry } from '#shared/own-entry.ts';

/** What became of a request that got no answer. */
export type NetworkError = {
  code:
    | 'offline'
    | 'certificate'
    | 'client_certificate'
    | 'local_address'
    | 'proxy'
    | 'timeout'
    | 'connection_lost';
  /** True only where it is certain that no byte of the request reached the service. */
  provablyNotSent: boolean;
  words: string;
};

/** Nothing was connected to, so nothing was sent. */
const NO_CONNECTION: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing answers at the marketplace’s address.',
  ENOTFOUND: 'The marketplace’s name cannot be looked up: this machine may be offline.',
  EAI_AGAIN: 'The marketplace’s name cannot be looked up: this machine may be offline.',
  ERR_UNSAFE_PORT:
    'The marketplace’s port is one that is reserved for other purposes, and is never connected to.',
};

/** Where the request was held back, or a proxy did not let it through: nothing of it reached the service. */
const HELD_BACK: Readonly<Record<string, Pick<NetworkError, 'code' | 'words'>>> = {
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
  /^(?:CERT_|ERR_TLS_CERT_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_|UNABLE_TO_VERIFY_LEAF|UNABLE_TO_GET_ISSUER)/;

const TIMEOUT = /^(?:ETIMEDOUT|UND_ERR_\w*TIMEOUT)$/;

/** Network trouble in which it is not known how far the request came, though this machine itself looks cut off. */
const CUT_OFF = /^(?:ENETUNREACH|EHOSTUNREACH|ENETDOWN)$/;

/**
 * Classifies what `fetch` threw by its codes alone. Its message is never repeated: it may quote a header, and the key
 * travels in one.
 */
export function networkError(error: unknown): NetworkError {
  const codes = errorCodes(error);
  const known = codes.map((code) => ownEntry(NO_CONNECTION, code));
  const [first] = known;
  if (first !== undefined && known.every((words) => words !== undefined))
    return { code: 'offline', provablyNotSent: true, words: first };
  const [code = ''] = codes;
  const heldBack = ownEntry(HELD_BACK, code);
  if (heldBack !== undefined) return { ...heldBack, provablyNotSent: true };
  if (CLIENT_CERTIFICATE.test(code))
    return {
      code: 'client_certificate',
      provablyNotSent: false,
      words:
        'The service asks for a certificate of yours, or refuses the secure connection. Milepost has none and chooses none by itself.',
    };
  if (codes.some((one) => CERTIFICATE.test(one)))
    return {
      code: 'certificate',
      provablyNotSent: codes.every((one) => CERTIFICATE.test(one)),
      words: `The marketplace’s certificate was not accepted (${codes[0]}). Nothing was sent to it.`,
    };
  if (codes.some((code) => TIMEOUT.test(code)))
    return {
      code: 'timeout',
      provablyNotSent: false,
      words: 'The marketplace did not answer in time.',
    };
  if (codes.some((code) => CUT_OFF.test(code)))
    return {
      code: 'offline',
      provablyNotSent: false,
      words: 'The marketplace cannot be reached from this network.',
    };
  return {
    code: 'connection_lost',
    provablyNotSent: false,
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
  return 'cause' in error ? errorCodes(error.cause, depth + 1) : [];
}
