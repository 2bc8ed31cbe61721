import { BlockList, isIP } from 'node:net';

/** Networks of no public service: this machine, local, private, shared and reserved ones. */
const LOCAL = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  LOCAL.addSubnet(network, prefix, 'ipv4');
  // The same network translated (RFC 6052) and as 6to4 (RFC 3056).
  const [a = 0, b = 0, c = 0, d = 0] = network.split('.').map(Number);
  const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  LOCAL.addSubnet(`64:ff9b::${hex}`, 96 + prefix, 'ipv6');
  LOCAL.addSubnet(`2002:${hex}::`, 16 + prefix, 'ipv6');
  LOCAL.addSubnet(`::ffff:${hex}`, 96 + prefix, 'ipv6');
  LOCAL.addSubnet(`::ffff:0:${hex}`, 96 + prefix, 'ipv6'); // RFC 2765
}
for (const [network, prefix] of [
  // Unspecified, loopback, and the old IPv4-compatible form.
  ['::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  LOCAL.addSubnet(network, prefix, 'ipv6');

/** Whether an IP address is of this machine or a local network. */
export function isLocalAddress(address: string): boolean {
  const bare = address.replace(/%.*$/u, '');
  const family = isIP(bare);
  return family === 0 ? false : LOCAL.check(bare, family === 4 ? 'ipv4' : 'ipv6');
}

/** Checked by name, since a proxy resolves it: no public service has or will have these (RFC 6762, ICANN). */
const LOCAL_NAME =
  /(?:^|\.)(?:localhost|localdomain|local|internal|lan|intranet|private|corp|home|mail|workgroup|home\.arpa)$/u;

/**
 * Whether an address is local by its name alone: an IP address in any spelling that `URL` normalises, a local host
 * name, or a name without a dot.
 */
export function namesLocalHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/gu, '').replace(/(?<!\.)\.+$/u, '');
  if (isIP(host) !== 0) return isLocalAddress(host);
  return LOCAL_NAME.test(host) || !host.includes('.');
}
