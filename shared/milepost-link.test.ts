import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { proves } from '#shared/testing/proves.ts';
import { linkTo, pathOfLink } from './milepost-link.ts';
import { ALL_SCREENS } from './screens.ts';

describe('a milepost: link', () => {
  it.each(ALL_SCREENS.map(({ path }) => path))('leads to the screen at %s', (path) => {
    expect(pathOfLink(linkTo(path))).toBe(path);
    expect(pathOfLink(`MILEPOST://${path}`)).toBe(path);
  });

  it.each([
    '/?request=%7B%22origin_airport%22%3A%22LHR%2CLCY%22%7D',
    '/trips/3f2a',
    '/results?scope=%7B%22kind%22%3A%22search%22%7D&text=caf%C3%A9+x',
    '/settings/marketplace/key',
    '/catalogue/operation%3Av1%3Aab',
  ])('leads to an address within a screen: %s', (path) => {
    expect(pathOfLink(linkTo(path))).toBe(path);
  });

  it.each([
    ['another scheme', 'https:/results'],
    ['a scheme before it', 'javascript:milepost:/results'],
    ['a host', 'milepost://results'],
    ['a host and steps up', 'milepost://x/../../'],
    ['an address of another host', 'milepost:////evil.example/results'],
    ['steps up', 'milepost:/results/../settings'],
    ['encoded steps up', 'milepost:/results/%2e%2e/settings'],
    ['an encoded slash', 'milepost:/results%2fx'],
    ['a backslash', 'milepost:/\\evil.example'],
    ['an encoded backslash', 'milepost:/results/%5cevil.example'],
    ['no screen', 'milepost:/api/purchases/approve'],
    ['a member of every object', 'milepost:/__proto__'],
    ['an open end of an encoding', 'milepost:/results?text=%E0%A4'],
    ['an encoded line', 'milepost:/results?text=a%0d%0ab'],
    ['an encoded zero', 'milepost:/trips/%00'],
    ['a line', 'milepost:/results\n--data-dir=/tmp'],
    ['a script', 'milepost:/results?text=<script>alert(1)</script>'],
    ['a quotation mark', 'milepost:/results" --remote-debugging-port=1'],
    ['a fragment', 'milepost:/results#secret'],
    ['a space before it', ' milepost:/results'],
    ['too long', `milepost:/results?text=${'a'.repeat(4_000)}`],
    ['nothing', ''],
  ])('that has %s leads nowhere', (_what, link) => {
    expect(pathOfLink(link)).toBeNull();
  });

  it('leads only within a screen, whatever it holds', () => {
    const part = fc.constantFrom('/', '//', '..', '%2e', '%2F', '?', 'results', 'x', '\\', '@', '#');
    proves(0.2, [fc.array(part, { maxLength: 9 })], (parts) => {
      const path = pathOfLink(`milepost:/results${parts.join('')}`);
      const page = 'http://127.0.0.1:1';
      expect(path === null || new URL(path, page).href).toBe(path === null || `${page}${path}`);
      return path !== null;
    });
  });
});
