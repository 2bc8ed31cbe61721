/** A part of an address that says nothing that can be read, and what its screen shows instead. */
export type UnreadPart = { part: string; instead: string };

/** What an address may say under one name. */
export type AddressPart = {
  /** Whether a value says something: the same question that the reader of the address asks. */
  reads: (value: string) => boolean;
  /** What is shown where it does not, as the end of a sentence. */
  instead: string;
  /** How often it may stand there; once where nothing is said. */
  times?: number;
};

/** For texts that are read as they stand. */
export const anyText = (): boolean => true;

/** A JSON object of an address; null where the text is none, as where it was cut short. */
export function objectOf(text: string): Record<string, unknown> | null {
  try {
    const given: unknown = JSON.parse(text);
    return typeof given === 'object' && given !== null && !Array.isArray(given) ? { ...given } : null;
  } catch {
    return null;
  }
}

const LONGEST = 60;
const shortened = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/**
 * What of an address could not be read, in its order. Pure.
 * @param search with or without its `?`
 * @param parts all that the screen reads, by their names
 */
export function unreadParts(search: string, parts: Readonly<Record<string, AddressPart>>): UnreadPart[] {
  const seen = new Map<string, number>();
  return [...new URLSearchParams(search)].flatMap(([name, value]) => {
    const told = { part: shortened(`${name}=${value}`) };
    const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
    if (part === undefined)
      return { ...told, instead: 'this screen knows nothing of that name, and leaves it out' };
    const { times = 1 } = part;
    const time = (seen.get(name) ?? 0) + 1;
    seen.set(name, time);
    if (time > times)
      return {
        ...told,
        instead: times === 1 ? 'the first of that name counts' : `the first ${times} of that name count`,
      };
    return part.reads(value) ? [] : { ...told, instead: part.instead };
  });
}

/** The members of an object that reading it left out. */
export function membersLeftOut(given: unknown, read: object): string[] {
  if (typeof given !== 'object' || given === null) return [];
  return Object.keys(given).filter((name) => !Object.hasOwn(read, name));
}
