import { createPrivateKey, sign } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dump, load } from 'js-yaml';
import { isSigned, signedText, updateInfoSchema } from '../../updates/signature.ts';

/**
 * Signs each update description in a folder and returns their names. Keys are base64 of DER (PKCS #8 and SPKI). Throws if
 * there is none, or if a program with `publicKey` would refuse the signature.
 */
export function signUpdates(folder: string, privateKey: string, publicKey: string): string[] {
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' });
  const names = readdirSync(folder).filter((name) => /^latest.*\.yml$/u.test(name));
  if (names.length === 0) throw new Error(`There is no description for updates in ${folder}.`);
  for (const name of names) {
    const description = load(readFileSync(join(folder, name), 'utf8')) as object;
    const text = signedText(updateInfoSchema.parse(description));
    const signed = { ...description, signature: sign(null, Buffer.from(text), key).toString('base64') };
    if (!isSigned(updateInfoSchema.parse(signed), publicKey))
      throw new Error(`${name}: the program was built with the public half of another key.`);
    writeFileSync(join(folder, name), dump(signed, { lineWidth: -1 }));
  }
  return names;
}
