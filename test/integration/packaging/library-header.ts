import type { PackTarget } from '../../../electron/commands/packed-addons.ts';

/** The header of a library, as each system's compiler writes it. */
export function headerOf({ platform, arch }: PackTarget): Buffer {
  const header = Buffer.alloc(512);
  const arm = arch === 'arm64';
  if (platform === 'linux') {
    header.writeUInt32BE(0x7f454c46, 0);
    // Of 64 bits, little-endian, version 1, for System V, a shared object.
    Buffer.from([2, 1, 1, 0]).copy(header, 4);
    header.writeUInt16LE(3, 16);
    header.writeUInt16LE(arm ? 183 : 62, 18);
  } else if (platform === 'darwin') {
    header.writeUInt32LE(0xfeedfacf, 0);
    header.writeUInt32LE(arm ? 0x0100000c : 0x01000007, 4);
  } else {
    header.write('MZ');
    header.writeUInt32LE(128, 0x3c);
    header.write('PE\0\0', 128);
    header.writeUInt16LE(arm ? 0xaa64 : 0x8664, 132);
  }
  return header;
}
