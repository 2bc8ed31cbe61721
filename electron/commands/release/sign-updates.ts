/** `node sign-updates.ts FOLDER`: signs each `latest*.yml` with MILEPOST_UPDATE_PRIVATE_KEY. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitWith, root } from './command.ts';
import { signUpdates } from './signing.ts';

const key = process.env.MILEPOST_UPDATE_PRIVATE_KEY;
if (!key) exitWith('MILEPOST_UPDATE_PRIVATE_KEY is not set: installed programs would refuse this release.');
const { publicKey } = JSON.parse(readFileSync(join(root, 'electron/desktop/update-key.json'), 'utf8'));
const signed = signUpdates(process.argv[2] ?? '', key, publicKey);
process.stdout.write(`Signed: ${signed.join(', ')}\n`);
