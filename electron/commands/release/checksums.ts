/** `node checksums.ts FOLDER`: writes a SHA256SUMS of its files, for `sha256sum --check`. */
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const folder = process.argv[2] ?? '';
const lines: string[] = [];
for (const name of readdirSync(folder).sort()) {
  if (name === 'SHA256SUMS') continue;
  const hash = createHash('sha256');
  await pipeline(createReadStream(join(folder, name)), hash);
  lines.push(`${hash.digest('hex')}  ${name}\n`);
}
writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
