/**
 * Every decision of a history is drawn here. A draw is a pure function of the seed, its purpose and the number of
 * earlier draws for it, so that calming one decision leaves all the others unchanged, which makes a failing history
 * shrink.
 */
export type Draws = {
  /**
   * One of `options` by its name; the first is the friendliest and gets the remaining odds. No name may look like a
   * number: those come first in any object.
   */
  choose<Options extends Readonly<Record<string, unknown>>>(
    what: string,
    odds: number,
    options: Options,
  ): Options[keyof Options];
  /** An integer from 0, the friendliest, up to but not including `below`. */
  number(what: string, below: number): number;
  /** Every decision other than the friendliest, in the order of drawing. */
  unfriendly(): readonly Decision[];
  /** Counts something as drawn that is not drawn by its name. */
  count(what: string, name: string): void;
  /** How often each option was drawn, by `what: name`. */
  drawn(): ReadonlyMap<string, number>;
};

export type Decision = { id: string; words: string };

/** FNV-1a over a text, with the finish of MurmurHash3 so that neighbouring texts are far apart. Unsigned, 32 bits. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** @param mayBeUnfriendly whether a decision need not be calm, by its id */
export function drawsOf(seed: number, mayBeUnfriendly: (id: string) => boolean): Draws {
  const times = new Map<string, number>();
  const decisions: Decision[] = [];
  const drawn = new Map<string, number>();
  const count = (what: string, name: string): void => {
    const line = `${what}: ${name}`;
    drawn.set(line, (drawn.get(line) ?? 0) + 1);
  };

  const nextDraw = (what: string): { id: string; calm: boolean; part: (of: string) => number } => {
    const time = times.get(what) ?? 0;
    times.set(what, time + 1);
    const id = `${what} ${time + 1}`;
    return {
      id,
      calm: !mayBeUnfriendly(id),
      part: (of) => hashOf(`${seed}|${id}|${of}`) / 0x1_0000_0000,
    };
  };

  return {
    choose: (what, odds, options) => {
      const { id, calm, part } = nextDraw(what);
      const names = Object.keys(options);
      const others = names.length - 1;
      const isFriendly = calm || others === 0 || part('whether') >= odds;
      const name = names[isFriendly ? 0 : 1 + Math.floor(part('which') * others)] ?? '';
      if (!isFriendly) decisions.push({ id, words: `${id}: ${name}` });
      count(what, name);
      return options[name] as (typeof options)[keyof typeof options];
    },
    number: (what, below) => {
      const { id, calm, part } = nextDraw(what);
      const value = calm ? 0 : Math.floor(part('value') * below);
      if (value !== 0) decisions.push({ id, words: `${id}: ${value}` });
      return value;
    },
    unfriendly: () => decisions,
    count,
    drawn: () => drawn,
  };
}

/** For tests that script a service: the friendliest of everything, except what `script` names now. */
export const scriptedDraws = (script: () => Readonly<Record<string, string>>): Draws => {
  const calm = drawsOf(0, () => false);
  return {
    ...calm,
    choose: (what, odds, options) => {
      const name = script()[what];
      if (name === undefined) return calm.choose(what, odds, options);
      if (!Object.hasOwn(options, name)) throw new Error(`“${what}” cannot be “${name}”.`);
      return options[name] as (typeof options)[keyof typeof options];
    },
  };
};
