import { expect, it } from 'vitest';
import { dataFolder, defaultDataFolder } from './data-folder.ts';

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
  expect(dataFolder(named, '/home/ada/started-in', { platform: 'linux', env: {}, home: '/home/ada' })).toBe(
    folder,
  );
});
