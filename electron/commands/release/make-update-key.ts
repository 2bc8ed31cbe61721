/**
 * `node make-update-key.ts`: creates the key that signs updates, once. Writes the public key to the sources and prints the
 * private key, which is stored nowhere: put it in a safe and into the secret MILEPOST_UPDATE_PRIVATE_KEY of the
 * environment "release". Installed programs accept no update without its signature.
 */
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitWith, root } from './command.ts';

const file = join(root, 'electron/desktop/update-key.json');
if (JSON.parse(readFileSync(file, 'utf8')).publicKey !== null)
  exitWith('There is a key already. Another one would shut out everybody who has installed Milepost.');
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
writeFileSync(
  file,
  `${JSON.stringify({ publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64') })}\n`,
);
process.stdout.write(`${privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')}\n`);
