import { describe, expect, it } from 'vitest';
import { openExternalLink } from './external-links.ts';

const follow = async (url: string) => {
  const opened: string[] = [];
  const done = await openExternalLink(url, {
    allowed: async () => ['https://market.example/api', 'http://plain.example', 'nonsense'],
    links: () => ['http://inn.example/room', 'https://me:secret@inn.example/', 'file:///etc/passwd'],
    open: async (link) => {
      opened.push(link);
    },
  });
  return { done, opened };
};

describe('a link to elsewhere', () => {
  it('opens in the browser where its origin is on the list', async () => {
    expect(await follow('https://market.example/docs?a=1#b')).toEqual({
      done: true,
      opened: ['https://market.example/docs?a=1#b'],
    });
  });

  it('opens where the user saved exactly this address', async () => {
    expect(await follow('http://inn.example/room')).toEqual({
      done: true,
      opened: ['http://inn.example/room'],
    });
  });

  it.each([
    'http://inn.example/',
    'http://inn.example/room?then=this',
    'https://me:secret@inn.example/',
    'https://evil.example/',
    'https://market.example.evil.example/',
    'https://market.example:8443/',
    'https://user@market.example/',
    'http://market.example/',
    'http://plain.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'smb://market.example/share',
    'not an address',
    '',
  ])('is dropped where it is %s', async (url) => {
    expect(await follow(url)).toEqual({ done: false, opened: [] });
  });
});
