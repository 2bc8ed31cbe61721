import { setImmediate as nextTurn } from 'node:timers/promises';

export const HIDDEN = '[access key]';

/** A shorter secret may be an ordinary word, so only its plain form is replaced. */
const SHORTEST_ENCODED = 16;

/**
 * The secret as it is, in base64 of both alphabets at each of the three alignments, without the characters that it shares
 * with its surroundings, and in hexadecimal digits. A disguise of a service's own is not looked for: the key is the
 * service's own secret as well, and what is prevented is that an accidental echo is stored or shown.
 */
function formsOf(secret: string): Buffer[] {
  const encoded = (['base64', 'base64url'] as const).flatMap((alphabet) =>
    [0, 1, 2].map((before) => {
      const bytes = Buffer.from('\0'.repeat(before) + secret, 'latin1');
      const coded = bytes.toString(alphabet).replaceAll('=', '').slice([0, 2, 3][before]);
      return bytes.length % 3 === 0 ? coded : coded.slice(0, -1);
    }),
  );
  const hex = Buffer.from(secret, 'latin1').toString('hex');
  const all = secret.length < SHORTEST_ENCODED ? [secret] : [secret, ...encoded, hex, hex.toUpperCase()];
  return [...new Set(all)].map((form) => Buffer.from(form, 'latin1'));
}

/** HTML's names of signs that keys contain. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", sol: '/', plus: '+', equals: '=' }),
);
const [BACKSLASH, PERCENT, AMPERSAND, SLASH, QUOTE] = [0x5c, 0x25, 0x26, 0x2f, 0x22];
const LONGEST_ESCAPE = 10;
/** What JSON, addresses and pages write for a character, and the beginning of that. */
const ESCAPE =
  /(?:\\u([\da-f]{4})|%([\da-f]{2})|&#x0{0,4}([\da-f]{1,2});|&#0{0,4}(\d{1,3});|&([a-z]{2,6});)/iuy;
const UNFINISHED = /^(?:\\(?:u[\da-f]{0,3})?|%[\da-f]?|&(?:#(?:x[\da-f]{0,6}|\d{0,7})|[a-z]{0,6}))$/iu;

/** The characters of a text with each escape decoded once, where each begins, and where an unfinished one does. */
type Characters = { codes: Buffer; starts: Uint32Array | null; end: number };

function decoded(bytes: Buffer): Characters {
  const text = bytes.toString('latin1');
  const codes = Buffer.allocUnsafe(bytes.length);
  const starts = new Uint32Array(bytes.length + 1);
  let count = 0;
  let at = 0;
  while (at < bytes.length) {
    starts[count] = at;
    const byte = bytes[at] ?? 0;
    let length = 1;
    codes[count] = byte;
    const next = bytes[at + 1];
    if (byte === BACKSLASH && (next === BACKSLASH || next === SLASH || next === QUOTE)) {
      codes[count] = next;
      length = 2;
    } else if (byte === BACKSLASH || byte === PERCENT || byte === AMPERSAND) {
      ESCAPE.lastIndex = at;
      const [spelt, unicode, percent, hex, decimal, name = ''] = ESCAPE.exec(text) ?? [];
      const isLast = at + LONGEST_ESCAPE > text.length;
      if (spelt === undefined && isLast && UNFINISHED.test(text.slice(at))) break;
      const digits = unicode ?? percent ?? hex;
      const code =
        digits === undefined
          ? decimal === undefined
            ? NAMES.get(name)?.charCodeAt(0)
            : Number(decimal)
          : Number.parseInt(digits, 16);
      if (code !== undefined) {
        length = spelt?.length ?? 1;
        // No character of a key.
        codes[count] = code < 0x80 ? code : 0xff;
      }
    }
    at += length;
    count += 1;
  }
  starts[count] = at;
  return { codes: codes.subarray(0, count), starts, end: at };
}

type Range = { start: number; end: number };

/**
 * Finds a form in what `found` receives the ranges of. Returns the number of characters at the end that may begin it. The
 * engine's own search takes at most a multiple of the form's length longer on text that repeats it.
 */
function searchFor(form: Buffer, codes: Buffer, found: (from: number, to: number) => void): number {
  for (let at = codes.indexOf(form); at !== -1; at = codes.indexOf(form, at + form.length))
    found(at, at + form.length);
  let length = Math.min(form.length - 1, codes.length);
  while (length > 0 && form.compare(codes, codes.length - length, codes.length, 0, length) !== 0) length -= 1;
  return length;
}

/** So short a prefix reveals nothing of the key and is kept: it may belong to a paid result. */
const HARMLESS_PREFIX = 8;
/** Bytes searched in one turn of the event loop: some ten milliseconds at most. */
const IN_ONE_TURN = 64 * 1024;

export type SecretFilter = {
  /** The part of a stream that can be passed on, with the secret replaced. Only what may begin the secret is held back. */
  push(chunk: Uint8Array): Buffer;
  /** The rest; without a significant beginning of the secret, unless the stream is known to be complete. */
  end(isComplete?: boolean): Buffer;
};

/** Replaces a secret (visible ASCII) in a stream. Null and the empty secret replace nothing. */
export function secretFilter(secret: string | null): SecretFilter {
  if (secret === null || secret === '') return { push: asBuffer, end: () => Buffer.alloc(0) };
  const forms = formsOf(secret);
  let held = Buffer.alloc(0);
  return {
    push(chunk) {
      const bytes = held.length === 0 ? asBuffer(chunk) : Buffer.concat([held, chunk]);
      const ranges: Range[] = [];
      let open = bytes.length;
      const search = ({ codes, starts, end }: Characters) => {
        const place = (index: number) => starts?.[index] ?? index;
        open = Math.min(open, end);
        for (const form of forms) {
          const begun = searchFor(form, codes, (from, to) =>
            ranges.push({ start: place(from), end: place(to) }),
          );
          open = Math.min(open, place(codes.length - begun));
        }
      };
      search({ codes: bytes, starts: null, end: bytes.length });
      if ([BACKSLASH, PERCENT, AMPERSAND].some((sign) => bytes.includes(sign))) search(decoded(bytes));
      ranges.sort((one, other) => one.start - other.start);
      const parts: Buffer[] = [];
      let done = 0;
      for (const { start, end } of ranges) {
        if (start >= done) parts.push(bytes.subarray(done, start), Buffer.from(HIDDEN));
        done = Math.max(done, end);
      }
      open = Math.max(open, done);
      held = Buffer.from(bytes.subarray(open));
      if (parts.length === 0) return bytes.subarray(0, open);
      return Buffer.concat([...parts, bytes.subarray(done, open)]);
    },
    end: (isComplete = false) => (isComplete || held.length < HARMLESS_PREFIX ? held : Buffer.alloc(0)),
  };
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * The bytes with every occurrence of the key replaced, so that a service that echoes it cannot get it onto the disk or
 * screen. Other work is done in between.
 * @param isComplete whether the body did not break off: otherwise a beginning of the key at its end is removed too
 */
export async function withoutSecret(
  bytes: Uint8Array<ArrayBuffer>,
  secret: string | null,
  isComplete: boolean,
): Promise<Uint8Array<ArrayBuffer>> {
  const search = searched(bytes, secret, isComplete);
  for (;;) {
    const { done, value } = search.next();
    if (done === true) return value;
    await nextTurn();
  }
}

/** As `withoutSecret`, at once: for a process that does nothing else. */
export function hiddenSecret(...given: Parameters<typeof searched>): Uint8Array<ArrayBuffer> {
  const search = searched(...given);
  for (;;) {
    const { done, value } = search.next();
    if (done === true) return value;
  }
}

function* searched(
  bytes: Uint8Array<ArrayBuffer>,
  secret: string | null,
  isComplete: boolean,
): Generator<undefined, Uint8Array<ArrayBuffer>> {
  if (secret === null || secret === '') return bytes;
  const { push, end } = secretFilter(secret);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.byteLength; at += IN_ONE_TURN) {
    if (at > 0) yield;
    parts.push(push(bytes.subarray(at, at + IN_ONE_TURN)));
  }
  const all = Buffer.concat([...parts, end(isComplete)]);
  // A small one lies in memory that it shares with others.
  return all.buffer.byteLength === all.byteLength
    ? new Uint8Array(all.buffer as ArrayBuffer)
    : new Uint8Array(all);
}

/** A text with every occurrence of the secret replaced. */
export function textWithoutSecret(text: string, secret: string): string {
  const { push, end } = secretFilter(secret);
  return Buffer.concat([push(Buffer.from(text)), end(true)]).toString();
}

/** The headers without those that contain the key. */
export function headersWithoutSecret(headers: Headers, secret: string | null): Headers {
  if (secret === null || secret === '') return headers;
  return new Headers([...headers].filter(([, value]) => textWithoutSecret(value, secret) === value));
}
