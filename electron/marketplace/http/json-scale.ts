/** The cost of parsing a JSON text: its depth, number of values and number of names. */
export type JsonWeight = { depth: number; values: number; names: number };

type JsonScale = {
  /** Adds the next bytes and returns the weight so far. */
  weigh(bytes: Uint8Array): JsonWeight;
};

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
/** What a line of an event stream begins with where it is a part of a message. */
const DATA = Buffer.from('data:');
/** The place in a line that is no part of a message. */
const ELSE = DATA.length + 1;
/** U+FEFF, which may stand before the first line. */
const MARK = Buffer.from('\ufeff');

/**
 * Weighs streamed JSON without parsing it: its structural characters are single UTF-8 bytes. Of an event stream only lines
 * of data are weighed, and the end of each event is a value: ten thousand empty messages are as much work as one that is full.
 */
export function jsonScale({ events = false }: { events?: boolean } = {}): JsonScale {
  let depth = 0;
  let inText = false;
  let escaped = false;
  /** How much of `data:` the line has so far, or `ELSE`. */
  let column = 0;
  let afterReturn = false;
  let current: JsonWeight = { depth: 0, values: 0, names: 0 };

  return {
    weigh(bytes) {
      let [open, text, skip] = [depth, inText, escaped];
      let [deepest, values, names] = [current.depth, current.values, current.names];
      for (let at = 0; at < bytes.length; at++) {
        const byte = bytes[at];
        if (events) {
          const isSecond = afterReturn && byte === NEWLINE;
          afterReturn = byte === RETURN;
          if (isSecond || (column === 0 && MARK.includes(byte ?? 0))) continue;
          if (byte === NEWLINE || byte === RETURN) {
            if (column === 0) {
              values++;
              open = 0;
            }
            // No text of JSON goes over the end of a line.
            text = skip = false;
            column = 0;
            continue;
          }
          if (column < DATA.length) {
            column = byte === DATA[column] ? column + 1 : ELSE;
            continue;
          }
          if (column === ELSE) continue;
        }
        if (text) {
          if (skip) skip = false;
          else if (byte === BACKSLASH) skip = true;
          else if (byte === QUOTE) text = false;
        } else if (byte === QUOTE) text = true;
        else if (byte === 0x5b || byte === 0x7b) {
          open++;
          values++;
          if (open > deepest) deepest = open;
        } else if (byte === 0x5d || byte === 0x7d) open--;
        else if (byte === 0x2c) values++;
        else if (byte === 0x3a) names++;
      }
      [depth, inText, escaped] = [open, text, skip];
      current = { depth: deepest, values, names };
      return current;
    },
  };
}
