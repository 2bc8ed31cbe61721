import { systemKeychain } from '../../../electron/key/keychain.ts';

const ORIGIN = 'https://market.example';
const keychain = systemKeychain();

/** Everything that the product does with a keychain, in order, reported as one line of JSON. */
const report = {
  works: await keychain.works(),
  before: await keychain.read(ORIGIN),
  stored: await keychain.store(ORIGIN, 'aek_probe'),
  read: await keychain.read(ORIGIN),
  otherPort: await keychain.read(`${ORIGIN}:8443`),
  replaced: await keychain.store(ORIGIN, 'aek_second').then(() => keychain.read(ORIGIN)),
  forgotten: await keychain.forget(ORIGIN),
  after: await keychain.read(ORIGIN),
  forgottenAgain: await keychain.forget(ORIGIN),
};
process.stdout.write(`${JSON.stringify(report)}\n`);
