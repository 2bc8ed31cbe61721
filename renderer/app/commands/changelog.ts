/** A version's part of CHANGELOG.md: its groups (“Added”), each with its lines. */
export type Release = { version: string; groups: { name: string; lines: string[] }[] };

/** Reads a changelog in the form of Keep a Changelog, newest part first; what comes before the first part is left out. */
export function readChangelog(text: string): Release[] {
  const releases: Release[] = [];
  for (const line of text.split('\n')) {
    const [, version] = /^## \[([^\]]+)\]/u.exec(line) ?? [];
    const [, name] = /^### (.+)$/u.exec(line) ?? [];
    const [, begun] = /^- (.+)$/u.exec(line) ?? [];
    const groups = releases.at(-1)?.groups;
    const lines = groups?.at(-1)?.lines;
    if (version !== undefined) releases.push({ version, groups: [] });
    else if (name !== undefined) groups?.push({ name, lines: [] });
    else if (begun !== undefined) lines?.push(begun);
    else if (lines?.length && /^ {2}\S/u.test(line)) lines.push(`${lines.pop()} ${line.trim()}`);
  }
  return releases.map(({ version, groups }) => ({
    version,
    groups: groups.map(({ name, lines }) => ({ name, lines: lines.map((each) => each.replaceAll('`', '')) })),
  }));
}

/** Whether one version comes after another: `1.10.0` after `1.9.2`. */
const isAfter = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((each) => each.split('.').map(Number)) as [number[], number[]];
  const at = a.findIndex((part, place) => part !== b[place]);
  return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0);
};

/**
 * What is new: the parts after `since` where the program was updated from it, otherwise the newest part. A part that has no
 * version yet is of a program that was not released.
 */
export function newsOf(releases: readonly Release[], version: string, since: string | null): Release[] {
  const isRelease = (each: Release) => /^\d+\.\d+\.\d+$/u.test(each.version);
  const present = releases.filter((each) => isRelease(each) && !isAfter(each.version, version));
  const after = since === null ? [] : present.filter((each) => isAfter(each.version, since));
  return after.length > 0 ? after : (present.length > 0 ? present : releases).slice(0, 1);
}
