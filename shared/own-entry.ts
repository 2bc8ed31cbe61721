/**
 * What a table has under a name that came from outside.
 * Every object answers to `__proto__` and `constructor`, which a word of a service, a file or an address can be.
 * @returns undefined where the table itself has no such entry
 */
export const ownEntry = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
