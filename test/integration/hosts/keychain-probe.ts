import { systemKeychain } from '../../../electron/key/keychain.ts';

const ORIGIN = 'https://market.example';
const keychain = systemKeychain();
/** The key, or why it cannot be read. */
const read = (origin: string) =>
  keychain.read(origin).catch((error: Error) => ({ name: error.name, words: error.message }));

/** Everything that the product does with a keychain, in order, reported as one line of JSON. */
const report = {
  works: await keychain.works(),
  before: await read(ORIGIN),
  stored: await keychain.store(ORIGIN, 'aek_probe'),
  read: await read(ORIGIN),
  otherPort: await read(`${ORIGIN}:8443`),
  replaced: await keychain.store(ORIGIN, 'aek_second').then(() => read(ORIGIN)),
  forgotten: await keychain.forget(ORIGIN),
  after: await read(ORIGIN),
  forgottenAgain: await keychain.forget(ORIGIN),
};
process.stdout.write(`${JSON.stringify(report)}\n`);
