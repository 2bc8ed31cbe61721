// Deterministic pseudo-random numbers: the same input always gives the same value, similar inputs unrelated ones.

/** A 32-bit hash of a text (FNV-1a with a final avalanche). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return mix(hash, text.length);
}

/** Mixes two 32-bit numbers into a third. */
export function mix(left: number, right: number): number {
  let hash = Math.imul(left ^ (left >>> 16), 0x85ebca6b) ^ Math.imul((right + 0x9e3779b9) | 0, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** A number in [0, 1) from a 32-bit hash. */
export function unit(hash: number): number {
  return hash / 0x1_0000_0000;
}
