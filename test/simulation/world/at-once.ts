/**
 * What Node does in threads of its own is done at once, since no virtual time passes meanwhile. Imported before the program,
 * which takes these functions as it is loaded.
 */
import { createHash } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import zlib from 'node:zlib';

type Done = (error: unknown, bytes?: Buffer) => void;
const atOnce =
  (work: (bytes: Buffer, options: zlib.BrotliOptions) => Buffer) =>
  (bytes: Buffer, options: zlib.BrotliOptions, done: Done): void => {
    new Promise<Buffer>((resolve) => resolve(work(bytes, options))).then((all) => done(null, all), done);
  };

Object.assign(zlib, {
  brotliCompress: atOnce(zlib.brotliCompressSync),
  brotliDecompress: atOnce(zlib.brotliDecompressSync),
});
syncBuiltinESMExports();
Object.defineProperty(crypto.subtle, 'digest', {
  value: async (_name: string, bytes: Uint8Array) =>
    Uint8Array.from(createHash('sha256').update(bytes).digest()).buffer,
});
