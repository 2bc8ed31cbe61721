/** Pictures of one icon in PNG, by their size in pixels. */
export type Drawn = ReadonlyMap<number, Buffer>;

/** The sizes that Windows looks for; a larger one than 256 has no place in the format. */
const ICO_SIZES = [16, 32, 48, 64, 128, 256];

/** A Windows icon: a directory of PNG pictures (since Windows Vista). */
export function icoOf(drawn: Drawn): Buffer {
  const pictures = ICO_SIZES.flatMap((size) => {
    const png = drawn.get(size);
    return png === undefined ? [] : [{ size, png }];
  });
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [position, { size, png }] of pictures.entries()) {
    const at = 6 + 16 * position;
    // 256 is written as 0: the field is one byte.
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

/** The types of PNG pictures in a macOS icon, with their sizes in pixels; the second of a size is for Retina screens. */
const ICNS_TYPES: readonly (readonly [type: string, size: number])[] = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic08', 256],
  ['ic13', 256],
  ['ic09', 512],
  ['ic14', 512],
  ['ic10', 1024],
];

/** A macOS icon: a chain of named PNG pictures. */
export function icnsOf(drawn: Drawn): Buffer {
  const parts = ICNS_TYPES.flatMap(([type, size]) => {
    const png = drawn.get(size);
    if (png === undefined) return [];
    const head = Buffer.alloc(8);
    head.write(type, 0, 'latin1');
    head.writeUInt32BE(8 + png.length, 4);
    return [head, png];
  });
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.write('icns', 0, 'latin1');
  head.writeUInt32BE(8 + body.length, 4);
  return Buffer.concat([head, body]);
}
