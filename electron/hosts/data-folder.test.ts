import { expect, it } from 'vitest';
import { defaultDataFolder } from './data-folder.ts';

it.each([
  ['linux', {}, '/home/ada/.config/Milepost'],
  ['linux', { XDG_CONFIG_HOME: '/cfg' }, '/cfg/Milepost'],
  ['darwin', {}, '/home/ada/Library/Application Support/Milepost'],
] as const)('on %s with %j the data lies in %s', (platform, env, folder) => {
  expect(defaultDataFolder({ platform, env, home: '/home/ada' })).toBe(folder);
});
