import { describe, expect, it } from 'vitest';
import { readChannelArguments } from '../terminal-arguments.ts';

const read = (...args: string[]) => {
  const result = readChannelArguments([...args, '--data-dir', '/data']);
  return result.ok ? result.read.setup : result.words;
};

describe('a channel in a terminal', () => {
  it('is read with what it needs', () => {
    expect(read('ntfy')).toEqual({ kind: 'ntfy', server: 'https://ntfy.sh' });
    expect(read('webhook', '--address', 'https://a.test/x')).toEqual({
      kind: 'webhook',
      address: 'https://a.test/x',
    });
    expect(read('email', '--host', 'm.test', '--from', 'a@b.test', '--to', 'c@d.test')).toMatchObject({
      port: 465,
      user: '',
    });
  });

  it.each([
    [['fax']],
    [['email', '--host', 'm.test']],
    [['ntfy', 'my-topic']],
    [['webhook', '--secret', 'x']],
    [[]],
  ])('is refused as %j, without repeating it', (args) => {
    const words = read(...args);
    expect(words).toContain('Usage');
    expect(words).not.toContain('my-topic');
  });
});
