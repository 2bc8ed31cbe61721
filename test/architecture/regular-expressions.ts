import { parseSync } from 'oxc-parser';

/** A regular expression that stands in a file; without a source where a function puts it together. */
export type Expression = { where: string; source: string | null; flags: string };

/** The regular expressions of a file, but those that it puts together when it is loaded: they are checked where they are made. */
export function expressionsIn(path: string, text: string): Expression[] {
  const found: Expression[] = [];
  let functions = 0;
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, callee } = node as { type?: string; callee?: { name?: string } };
    const isFunction = /Function/u.test(type ?? '') && !/Type/u.test(type ?? '');
    if (functions > 0 && callee?.name === 'RegExp') found.push({ where: path, source: null, flags: '' });
    functions += isFunction ? 1 : 0;
    if ('regex' in node && typeof node.regex === 'object' && node.regex !== null) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string };
      found.push({ where: path, source: pattern, flags });
    }
    for (const child of Object.values(node)) visit(child);
    functions -= isFunction ? 1 : 0;
  };
  visit(parseSync(path, text).program.body);
  return found;
}

/** A part of an expression: one character, parts after one another, one of several, or a part repeated. */
type Part =
  | { kind: 'one'; written: string }
  | { kind: 'all'; parts: Part[] }
  | { kind: 'any'; parts: Part[] }
  | { kind: 'repeated'; part: Part; least: number; most: number }
  /** What is looked for before or after a place. */
  | { kind: 'around'; part: Part }
  | { kind: 'nothing' };

/** Reads an expression as far as texts are made of it. */
function read(source: string): Part {
  let at = 0;
  const next = (text: string): boolean => {
    if (!source.startsWith(text, at)) return false;
    at += text.length;
    return true;
  };
  const matched = (pattern: RegExp): string | null => {
    const found = new RegExp(pattern.source, 'yu');
    found.lastIndex = at;
    const [text] = found.exec(source) ?? [];
    if (text === undefined) return null;
    at += text.length;
    return text;
  };
  const characterClass = (): Part => {
    const from = at;
    at += 1;
    for (; source[at] !== ']'; at++) if (source[at] === '\\') at += 1;
    at += 1;
    return { kind: 'one', written: source.slice(from, at) };
  };
  const single = (): Part => {
    if (source[at] === '[') return characterClass();
    if (matched(/\\[bB]|\^|\$/u) !== null) return { kind: 'nothing' };
    if (matched(/\\k<\w+>|\\[1-9]/u) !== null) return { kind: 'nothing' };
    const isAround = matched(/\(\?(?:<?[=!])/u) !== null;
    if (isAround || matched(/\((?:\?(?::|<\w+>|[a-z-]+:))?/u) !== null) {
      const inner = alternatives();
      next(')');
      return isAround ? { kind: 'around', part: inner } : inner;
    }
    const written =
      matched(
        /\\(?:[pP]\{[^}]*\}|u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[\s\S])|[\s\S]/u,
      ) ?? '';
    return { kind: 'one', written };
  };
  const repeated = (): Part => {
    const part = single();
    const sign = matched(/(?:[*+?]|\{\d+(?:,\d*)?\})\??/u);
    if (sign === null) return part;
    const [, least = sign[0] === '+' ? '1' : '0', comma, most = ''] = /\{(\d+)(,?)(\d*)\}/u.exec(sign) ?? [];
    const isBraced = sign.startsWith('{');
    const top = isBraced
      ? comma === ''
        ? Number(least)
        : most === ''
          ? Infinity
          : Number(most)
      : sign[0] === '?'
        ? 1
        : Infinity;
    return { kind: 'repeated', part, least: Number(least), most: top };
  };
  const sequence = (): Part => {
    const parts: Part[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(repeated());
    return { kind: 'all', parts };
  };
  function alternatives(): Part {
    const parts = [sequence()];
    while (next('|')) parts.push(sequence());
    return { kind: 'any', parts };
  }
  return alternatives();
}

const CHARACTERS = [
  ...' \t\n\r\0!"#$%&\'()*+,-./0189:;<=>?@ABEFGINSTUXZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~é’–€中',
];

/** Characters that one place of an expression takes: a few that differ. */
function charactersOf(written: string, flags: string): string[] {
  const one = new RegExp(`^${written}$`, flags.replaceAll(/[gyd]/gu, ''));
  return CHARACTERS.filter((character) => one.test(character));
}

/** A shortest text that a part takes. */
function shortest(part: Part, flags: string): string {
  switch (part.kind) {
    case 'nothing':
    case 'around':
      return '';
    case 'one':
      return charactersOf(part.written, flags)[0] ?? 'x';
    case 'all':
      return part.parts.map((one) => shortest(one, flags)).join('');
    case 'any':
      return (
        part.parts.map((one) => shortest(one, flags)).sort((one, other) => one.length - other.length)[0] ?? ''
      );
    case 'repeated':
      return shortest(part.part, flags).repeat(part.least);
  }
}

/** Texts that a part takes, with each of its alternatives and some of its characters. */
function varied(part: Part, flags: string): string[] {
  switch (part.kind) {
    case 'nothing':
    case 'around':
      return [''];
    case 'one': {
      const all = charactersOf(part.written, flags);
      return [
        ...new Set([
          all[0],
          all[Math.floor(all.length / 2)],
          all.at(-1),
          ...all.filter((one) => ' 1a/.-'.includes(one)),
        ]),
      ].map((one) => one ?? 'x');
    }
    case 'any':
      return part.parts.flatMap((one) => varied(one, flags)).slice(0, 12);
    case 'repeated':
      return varied(part.part, flags);
    case 'all': {
      const plain = part.parts.map((one) =>
        one.kind === 'repeated' ? shortest(one.part, flags) : shortest(one, flags),
      );
      return part.parts
        .flatMap((one, index) =>
          varied(one, flags).map((text) =>
            [...plain.slice(0, index), text, ...plain.slice(index + 1)].join(''),
          ),
        )
        .slice(0, 12);
    }
  }
}

/** So often repeated, a part can make a text long. */
const OFTEN = 50;

/** What to repeat in hostile texts, and what to put before it. */
function pumps(part: Part, flags: string, before = ''): { before: string; pump: string }[] {
  switch (part.kind) {
    case 'nothing':
      return [];
    // What separates parts may be what they are repeated by.
    case 'one':
      return charactersOf(part.written, flags)
        .slice(0, 1)
        .map((pump) => ({ before: '', pump }));
    case 'around':
      return pumps(part.part, flags, before);
    case 'any':
      return part.parts.flatMap((one) => pumps(one, flags, before));
    case 'all':
      return part.parts.flatMap((one, index) =>
        pumps(
          one,
          flags,
          before +
            part.parts
              .slice(0, index)
              .map((each) => shortest(each, flags))
              .join(''),
        ),
      );
    case 'repeated': {
      const own =
        part.most >= OFTEN
          ? varied(part.part, flags)
              .filter((pump) => pump !== '')
              .map((pump) => ({ before, pump }))
          : [];
      return [...own, ...pumps(part.part, flags, before)];
    }
  }
}

/**
 * Lengths of hostile texts. In small steps, what takes exponential time is found before it takes for ever; the last is twice
 * the longest text of a service that is read.
 */
const LENGTHS: number[] = [];
for (let length = 12; length < 1_000; length += Math.max(2, Math.floor(length / 10))) LENGTHS.push(length);
LENGTHS.push(1_000, 8_000, 32_768);
const LONGEST = 32_768;
/** In ms of processor time for one search: linear ones take a hundredth of it. */
const MOST_MS = 40;

/**
 * The hostile text that takes an expression too long; null if none of those tried does.
 * @param longest of the texts that it is given
 */
export function tooSlow(
  { source, flags }: { source: string; flags: string },
  longest = LONGEST,
): { text: string; length: number; ms: number } | null {
  const expression = new RegExp(source, flags);
  const tried = new Set<string>();
  // What no text of one byte a character can hold, the engine does not look for in one.
  const end = /[^\0-\xff]|\\[upP]/u.test(source) ? '\u{fffe}' : '\u{1}';
  for (const { before, pump } of pumps(read(source), flags))
    for (const [start, repeated] of [
      [before, pump],
      ['', pump],
      ['', before + pump],
    ] as const) {
      const key = JSON.stringify([start, repeated]);
      if (tried.has(key)) continue;
      tried.add(key);
      for (const length of LENGTHS.filter((one) => one <= longest)) {
        const text = `${start}${repeated.repeat(Math.ceil(length / repeated.length))}${end}`;
        const search = (): number => {
          expression.lastIndex = 0;
          const from = process.threadCpuUsage();
          expression.test(text);
          const { user, system } = process.threadCpuUsage(from);
          return (user + system) / 1_000;
        };
        // Twice: the first may have been held by something else.
        let ms = search();
        if (ms > MOST_MS) ms = Math.min(ms, search());
        if (ms > MOST_MS) return { text: `${start}…${repeated}…`, length, ms };
      }
    }
  return null;
}
