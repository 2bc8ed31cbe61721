/**
 * `node make-update-key.ts`: makes the makers' key for updates, once. The public half goes into the program's sources;
 * the private half is printed and stored nowhere: it belongs into the secret MILEPOST_UPDATE_PRIVATE_KEY of the
 * environment "release", and in a safe. Programs that were built with the public half take no update without it.
 */
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { refuse, root } from './command.ts';

const file = join(root, 'electron/desktop/update-key.json');
if (JSON.parse(readFileSync(file, 'utf8')).publicKey !== null)
  refuse('There is a key already. Another one would shut out everybody who has installed Milepost.');
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
writeFileSync(
  file,
  `${JSON.stringify({ publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64') })}\n`,
);
process.stdout.write(`${privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')}\n`);
