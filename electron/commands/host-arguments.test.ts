import { describe, expect, it } from 'vitest';
import { defaultDataFolder } from '../hosts/data-folder.ts';
import { readHostArguments } from './host-arguments.ts';
import { readKeyArguments, readLimitsArguments, readMcpArguments } from './terminal-arguments.ts';

describe('the arguments of the browser host', () => {
  it('are all optional', () => {
    expect(readHostArguments([])).toEqual({
      ok: true,
      read: {
        port: 0,
        dataDir: defaultDataFolder(),
        marketplace: undefined,
        open: true,
        json: false,
        keyStdin: false,
      },
    });
  });

  it('are read in any order', () => {
    expect(
      readHostArguments([
        '--json',
        '--no-open',
        '--marketplace',
        'demo',
        '--port=8123',
        '--data-dir',
        '/d',
        '--key-stdin',
      ]),
    ).toEqual({
      ok: true,
      read: { port: 8123, dataDir: '/d', marketplace: 'demo', open: false, json: true, keyStdin: true },
    });
  });

  it.each([
    [['--port', 'x'], 'The port must be a number from 0 to 65535.'],
    [['--port', '70000'], 'The port must be a number from 0 to 65535.'],
    [['--port', '-1'], '--port'],
    [['--port'], '--port'],
    [['--marketplace', 'ftp://x'], 'The address must begin with https://'],
    [['--marketplace', 'https://a:b@x'], 'must not carry a user name or password'],
    [['--data-dir', ''], 'The data folder must have a name.'],
    [['--nonsense'], "Unknown option '--nonsense'"],
    [['word'], "Unexpected argument 'word'"],
  ])('%j are refused in words', (args, words) => {
    const read = readHostArguments(args);
    expect(read.ok).toBe(false);
    if (!read.ok) {
      expect(read.words).toContain(words);
      expect(read.words).not.toContain('\n');
    }
  });
});

it.each([
  ['aek_live_4fQ9zKd72mNx0aB'],
  ['--key-stdin', 'aek_live.4fQ9z/Kd72+mNx'],
  ['--no-open', "aek'live'4fQ9z"],
  ['--aek_live_4fQ9zKd72mNx0aB'],
])('an access key among the arguments is not repeated where others read it: %j', (...args) => {
  for (const readArguments of [readHostArguments, readKeyArguments, readLimitsArguments, readMcpArguments]) {
    const read = readArguments(args);
    expect(read.ok).toBe(false);
    if (!read.ok) expect(read.words).not.toMatch(/live|4fQ9z/u);
  }
});

describe('the arguments of the key command', () => {
  it.each(['set', 'forget', 'status'] as const)('may say %s', (action) => {
    expect(readKeyArguments([action, '--marketplace', 'https://m.example'])).toEqual({
      ok: true,
      read: { action, marketplace: 'https://m.example', dataDir: defaultDataFolder() },
    });
  });

  it.each([[['set', 'aek_live_1']], [['--key=aek_live_1']], [['aek_live_1']]])(
    'never take the key: %j is refused without repeating it',
    (args) => {
      const read = readKeyArguments(args);
      expect(read.ok).toBe(false);
      if (!read.ok) expect(read.words).not.toContain('aek_live_1');
    },
  );
});

it.each([
  ['host', readHostArguments, []],
  ['key', readKeyArguments, ['status']],
  ['limits', readLimitsArguments, []],
  ['mcp', readMcpArguments, []],
] as const)(
  'npm run %s takes a whole path for its data folder, and neither nothing nor an address',
  (_name, read, args) => {
    const named = (folder: string) => read([...args, `--data-dir=${folder}`]);
    expect(named('/d')).toMatchObject({ ok: true, read: { dataDir: '/d' } });
    expect(named('')).toMatchObject({ ok: false, words: expect.stringContaining('must have a name') });
    expect(named('file:///d')).toMatchObject({
      ok: false,
      words: expect.stringContaining('not by an address'),
    });
  },
);
