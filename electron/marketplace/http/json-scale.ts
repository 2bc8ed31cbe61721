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

/**
 * Weighs streamed JSON without parsing it: its structural characters are single UTF-8 bytes. In an event stream each
 * event is weighed separately, and the heaviest counts.
 */
export function jsonScale({ events = false }: { events?: boolean } = {}): JsonScale {
  let depth = 0;
  let inText = false;
  let escaped = false;
  let newlines = 0;
  let current: JsonWeight = { depth: 0, values: 0, names: 0 };
  const heaviest: JsonWeight = { depth: 0, values: 0, names: 0 };

  return {
    weigh(bytes) {
      let [open, text, skip, lines] = [depth, inText, escaped, newlines];
      let [deepest, values, names] = [current.depth, current.values, current.names];
      const count = () => {
        heaviest.depth = Math.max(heaviest.depth, deepest);
        heaviest.values = Math.max(heaviest.values, values);
        heaviest.names = Math.max(heaviest.names, names);
      };
      for (let at = 0; at < bytes.length; at++) {
        const byte = bytes[at];
        if (events) {
          if (byte === NEWLINE) {
            lines++;
            if (lines === 2) {
              count();
              open = deepest = values = names = 0;
              text = skip = false;
            }
            continue;
          }
          if (byte !== RETURN) lines = 0;
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
      [depth, inText, escaped, newlines] = [open, text, skip, lines];
      current = { depth: deepest, values, names };
      count();
      return { ...heaviest };
    },
  };
}
