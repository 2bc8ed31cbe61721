import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';

/**
 * The members of a version's description that determine the download. Others that electron-updater would use (`packages`
 * of a web installer, checksums in older formats) are refused.
 */
export const updateInfoSchema = z.object({
  version: z.string().min(1),
  files: z
    .array(z.object({ url: z.string().min(1), sha512: z.string().min(1), sha2: z.undefined().optional() }))
    .min(1),
  packages: z.undefined().or(z.null()).optional(),
  /** Ed25519 over `signedText`, base64. */
  signature: z.string().optional(),
});
export type UpdateInfo = z.infer<typeof updateInfoSchema>;

/**
 * The signed text: the version, and each file's name with its SHA-512. electron-updater refuses a download with another
 * checksum, so only signed files are ever run.
 */
export const signedText = ({ version, files }: UpdateInfo): string =>
  JSON.stringify(['milepost-update', 1, version, files.map(({ url, sha512 }) => [url, sha512])]);

/** Whether the makers signed this version. `publicKey`: Ed25519, SPKI in DER, base64. */
export function isSigned(info: UpdateInfo, publicKey: string): boolean {
  if (info.signature === undefined) return false;
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    if (key.asymmetricKeyType !== 'ed25519') return false;
    return verify(null, Buffer.from(signedText(info)), key, Buffer.from(info.signature, 'base64'));
  } catch {
    return false;
  }
}
