import { describe, expect, it } from 'vitest';
import { EMPTY_CHANNEL, readChannel } from './channel-form.ts';

describe('a channel as typed', () => {
  it('is read with its numbers and without spaces around', () => {
    const form = {
      ...EMPTY_CHANNEL,
      host: ' smtp.home.test ',
      port: '587',
      from: 'a@b.test',
      to: 'c@d.test ',
    };
    expect(readChannel('email', form)).toEqual({
      ok: true,
      setup: { kind: 'email', host: 'smtp.home.test', port: 587, user: '', from: 'a@b.test', to: 'c@d.test' },
    });
    expect(readChannel('ntfy', EMPTY_CHANNEL)).toEqual({
      ok: true,
      setup: { kind: 'ntfy', server: 'https://ntfy.sh' },
    });
  });

  it('says what is wrong beside each field', () => {
    expect(
      readChannel('email', { ...EMPTY_CHANNEL, port: 'x', from: 'a', to: 'b@c.test\nBcc: d@e.test' }),
    ).toEqual({
      ok: false,
      problems: {
        host: expect.any(String),
        port: expect.any(String),
        from: expect.any(String),
        to: expect.any(String),
      },
    });
    for (const address of ['', 'home.test', 'javascript:1', 'ftp://home.test'])
      expect(readChannel('webhook', { ...EMPTY_CHANNEL, address })).toMatchObject({
        problems: { address: expect.any(String) },
      });
  });
});
