import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dump, load } from 'js-yaml';

type Description = { version: string; files: { url: string }[] } & Record<string, unknown>;

/**
 * Copies the files of every folder in `from` to `to`. Merges update descriptions of the same name: mac x64 and arm64 each
 * write a `latest-mac.yml` with only their own files. Throws if two machines built a file of the same name, or different
 * versions.
 */
export function gather(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  const descriptions = new Map<string, Description>();
  const seen = new Set<string>();
  for (const machine of readdirSync(from).sort())
    for (const name of readdirSync(join(from, machine)).sort()) {
      const file = join(from, machine, name);
      if (!/^latest.*\.yml$/u.test(name)) {
        if (seen.has(name)) throw new Error(`Two machines built ${name}.`);
        seen.add(name);
        copyFileSync(file, join(to, name));
        continue;
      }
      const description = load(readFileSync(file, 'utf8')) as Description;
      const before = descriptions.get(name);
      if (before !== undefined && before.version !== description.version)
        throw new Error(
          `${name} is of ${before.version} on one machine and ${description.version} on another.`,
        );
      descriptions.set(
        name,
        before === undefined ? description : { ...before, files: [...before.files, ...description.files] },
      );
    }
  for (const [name, description] of descriptions)
    writeFileSync(join(to, name), dump(description, { lineWidth: -1 }));
}
