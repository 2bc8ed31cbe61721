import { describe, expect, it } from 'vitest';
import { isLocalAddress, namesLocalHost } from './local-address.ts';

describe('an address is local by its name', () => {
  it.each([
    'http://0x7f.1/',
    'http://2130706433/',
    'http://017700000001/',
    'http://127.1/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[::ffff:0:192.168.0.1]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[2002:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://169.254.169.254/',
    'http://100.100.100.200/',
    'http://metadata.google.internal/',
    'http://LOCALHOST./',
    'http://a.localhost/',
    'http://router.home.arpa/',
    'http://nas.local/',
    'http://router/',
    'http://router../',
    'http://localhost.localdomain/',
    'http://wiki.corp/',
    'http://nas.home/',
    'http://[64:ff9b:1::7f00:1]/',
    'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
    'http://0300.0250.1.1/',
    'http://\u24db\u24de\u24d2\u24d0\u24db\u24d7\u24de\u24e2\u24e3/',
    'http://127\u30020\u30020\u30021/',
  ])('%s', (address) => {
    expect(namesLocalHost(new URL(address))).toBe(true);
  });

  it.each([
    'https://market.example/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://localhost.example/',
    'https://corp.example/',
    'https://mailhome.example/',
  ])('and not %s', (address) => {
    expect(namesLocalHost(new URL(address))).toBe(false);
  });
});

it.each(['fe80::1%eth0', '::ffff:127.0.0.1', '::127.0.0.1', '192.168.255.255', '172.31.0.1', '0.0.0.0'])(
  'a name that leads to %s leads to a local network',
  (address) => {
    expect(isLocalAddress(address)).toBe(true);
  },
);
