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
const LONGEST_ESCAPE = 10;
/** What JSON, addresses and pages write for a character, and the beginning of that. */
const ESCAPE =
  /\\(?:u([\da-f]{4})|([\\/"]))|%([\da-f]{2})|&(?:#x0{0,4}([\da-f]{1,2})|#0{0,4}(\d{1,3})|([a-z]{2,6}));/giu;
const UNFINISHED = /(?:\\(?:u[\da-f]{0,3})?|%[\da-f]?|&(?:#(?:x[\da-f]{0,6}|\d{0,7})|[a-z]{0,6}))$/iu;

/** Characters of a text, where each begins in it and ends, and where one begins that is not whole yet. */
type Characters = { codes: Buffer; place: (index: number) => number; end: number };

const asItIs = (codes: Buffer): Characters => ({ codes, place: (index) => index, end: codes.length });

/** With each escape decoded once. */
function decoded(bytes: Buffer): Characters {
  const text = bytes.toString('latin1');
  const codes = Buffer.from(bytes);
  const starts = new Uint32Array(bytes.length + 1);
  let count = 0;
  let at = 0;
  const add = (code: number, length: number) => {
    codes[count] = code;
    starts[count++] = at;
    at += length;
  };
  const addPlain = (end: number) => {
    while (at < end) add(bytes[at] ?? 0, 1);
  };
  for (const found of text.matchAll(ESCAPE)) {
    const [spelt, unicode, sign, percent, hex, decimal, name = ''] = found;
    const digits = unicode ?? percent ?? hex;
    const plain = (sign ?? NAMES.get(name))?.charCodeAt(0);
    const code = digits === undefined ? (plain ?? Number(decimal)) : Number.parseInt(digits, 16);
    if (Number.isNaN(code)) continue;
    addPlain(found.index);
    // No character of a key.
    add(code < 0x80 ? code : 0xff, spelt.length);
  }
  const rest = text.slice(Math.max(at, text.length - LONGEST_ESCAPE));
  addPlain(bytes.length - (UNFINISHED.exec(rest)?.[0].length ?? 0));
  starts[count] = at;
  return { codes: codes.subarray(0, count), place: (index) => starts[index] ?? at, end: at };
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
  const forms = secret === null || secret === '' ? [] : formsOf(secret);
  let held = Buffer.alloc(0);
  return {
    push(chunk) {
      const bytes = Buffer.concat([held, chunk]);
      const ranges: [from: number, to: number][] = [];
      let open = bytes.length;
      const search = ({ codes, place, end }: Characters, form: Buffer) => {
        // The engine's own search takes at most a multiple of the form's length longer on text that repeats it.
        for (let at = codes.indexOf(form); at !== -1; at = codes.indexOf(form, at + form.length))
          ranges.push([place(at), place(at + form.length)]);
        // What stands at the end may begin it.
        let at = Math.max(0, codes.length - form.length + 1);
        while (form.compare(codes, at, codes.length, 0, codes.length - at) !== 0) at += 1;
        open = Math.min(open, place(at), end);
      };
      const isEscaped = ['\\', '%', '&'].some((sign) => bytes.includes(sign));
      for (const characters of isEscaped ? [asItIs(bytes), decoded(bytes)] : [asItIs(bytes)])
        for (const form of forms) search(characters, form);
      ranges.sort(([one], [other]) => one - other);
      const parts: Buffer[] = [];
      let done = 0;
      for (const [from, to] of ranges) {
        if (from >= done) parts.push(bytes.subarray(done, from), Buffer.from(HIDDEN));
        done = Math.max(done, to);
      }
      open = Math.max(open, done);
      held = bytes.subarray(open);
      return Buffer.concat([...parts, bytes.subarray(done, open)]);
    },
    end: (isComplete = false) => (isComplete || held.length < HARMLESS_PREFIX ? held : Buffer.alloc(0)),
  };
}

function* searched(bytes: Uint8Array, secret: string | null, isComplete: boolean): Generator<Buffer> {
  const { push, end } = secretFilter(secret);
  for (let at = 0; at < bytes.byteLength; at += IN_ONE_TURN) yield push(bytes.subarray(at, at + IN_ONE_TURN));
  yield end(isComplete);
}

/**
 * The bytes with every occurrence of the key replaced, so that a service that echoes it cannot get it onto the disk or
 * screen. At once: for short texts, and for a process that does nothing else.
 * @param isComplete whether the body did not break off: otherwise a beginning of the key at its end is removed too
 */
export const hiddenSecret = (...given: Parameters<typeof searched>): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat([...searched(...given)]));

/** As `hiddenSecret`, with other work in between. */
export async function withoutSecret(...given: Parameters<typeof searched>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = [];
  for (const part of searched(...given)) {
    parts.push(part);
    // A turn is for what follows: most answers are one part.
    if (given[0].byteLength > IN_ONE_TURN) await nextTurn();
  }
  return new Uint8Array(Buffer.concat(parts));
}

/** A text with every occurrence of the secret replaced. */
export const textWithoutSecret = (text: string, secret: string | null): string =>
  Buffer.from(hiddenSecret(Buffer.from(text), secret, true)).toString();

/** The headers without those that contain the key. */
export const headersWithoutSecret = (headers: Headers, secret: string | null): Headers =>
  new Headers([...headers].filter(([, value]) => textWithoutSecret(value, secret) === value));
