import { expect, it } from 'vitest';
import { dataFolder, defaultDataFolder } from './data-folder.ts';

const ada = { platform: 'linux', env: {}, home: '/home/ada' } as const;

it.each([
  ['linux', {}, '/home/ada/.config/Milepost'],
  ['linux', { XDG_CONFIG_HOME: '/cfg' }, '/cfg/Milepost'],
  ['linux', { XDG_CONFIG_HOME: 'cfg' }, '/home/ada/.config/Milepost'],
  ['darwin', {}, '/home/ada/Library/Application Support/Milepost'],
] as const)('on %s with %j the data lies in %s', (platform, env, folder) => {
  expect(defaultDataFolder({ platform, env, home: '/home/ada' })).toBe(folder);
});

it.each([
  [undefined, '/home/ada/.config/Milepost'],
  ['data', '/home/ada/started-in/data'],
  ['../data', '/home/ada/data'],
  ['.', '/home/ada/started-in'],
  ['/data', '/data'],
  ['~', '/home/ada'],
  ['~/Reisen/Prämien 日本', '/home/ada/Reisen/Prämien 日本'],
  ['./~', '/home/ada/started-in/~'],
  ['~bob/data', '/home/ada/started-in/~bob/data'],
])('the folder %s is the whole path %s', (named, folder) => {
  expect(dataFolder(named, () => '/home/ada/started-in', ada)).toEqual({ ok: true, dataDir: folder });
});

it.each([
  ['', 'must have a name'],
  ['file:///home/ada/Milepost', 'not by an address'],
  ['file:/home/ada/Milepost', 'not by an address'],
  ['FILE://server/Milepost', 'not by an address'],
  ['smb://server/Milepost', 'not by an address'],
  ['https://cloud.example/Milepost', 'not by an address'],
])('the folder %j is refused in words', (named, words) => {
  expect(dataFolder(named, () => '/home/ada', ada)).toEqual({
    ok: false,
    words: expect.stringContaining(words),
  });
});

it('a working directory that was taken away is needed by a relative folder alone', () => {
  const removed = () => {
    throw Object.assign(new Error('uv_cwd'), { code: 'ENOENT' });
  };
  for (const named of [undefined, '/data', '~/data'])
    expect(dataFolder(named, removed, ada), named).toMatchObject({ ok: true });
  expect(dataFolder('data', removed, ada)).toEqual({
    ok: false,
    words: expect.stringContaining('was started in is not there any more'),
  });
});
