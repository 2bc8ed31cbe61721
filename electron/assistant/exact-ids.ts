import { randomUUID } from 'node:crypto';

type Identified = { id?: unknown; params?: { requestId?: unknown } };
/** Characters of a message in which its id is looked for: no request is longer, and a reviver visits every value. */
const MOST = 100_000;
/** Sixteen digits at the least, or an exponent. */
const ROUNDED = /"(?:id|requestId)"\s{0,9}:\s{0,9}-?\d[\d.]{0,40}(?:\d{15}|[eE])/u;

const MARK = `number ${randomUUID()} `;
const MARKED = new RegExp(`"${MARK}([-+.\\deE]+)"`, 'gu');

type Read = (this: unknown, name: string, value: unknown, context?: { source?: string }) => unknown;

/**
 * Keeps the ids of a connection as the client wrote them: a number that the language rounds, as beyond 2^53, would answer
 * a request that nobody made. Such an id is a text while it is in here.
 */
export function exactIds() {
  /** A message from the client; what is no JSON is unchanged. */
  function incoming(line: string): string {
    if (line.length > MOST || !ROUNDED.test(line)) return line;
    const sources: { holder: unknown; name: string; source: string }[] = [];
    const read: Read = function (name, value, context) {
      const source = context?.source;
      const isRounded = typeof value === 'number' && !Number.isSafeInteger(value) && String(value) !== source;
      if ((name === 'id' || name === 'requestId') && isRounded && source !== undefined)
        sources.push({ holder: this, name, source });
      return value;
    };
    try {
      const message = JSON.parse(line, read) as Identified | null;
      let isChanged = false;
      for (const { holder, name, source } of sources) {
        if (name === 'id' && holder === message && message !== null) message.id = MARK + source;
        else if (name === 'requestId' && message?.params !== undefined && holder === message.params)
          message.params.requestId = MARK + source;
        else continue;
        isChanged = true;
      }
      return isChanged ? JSON.stringify(message) : line;
    } catch {
      // No JSON, or nested too deep to be written again: it is refused by what reads it next.
      return line;
    }
  }
  return {
    incoming,
    /** An answer to the client. */
    outgoing: (text: string): string => (text.includes(MARK) ? text.replaceAll(MARKED, '$1') : text),
  };
}
