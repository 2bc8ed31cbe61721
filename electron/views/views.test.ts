import { expect, it } from 'vitest';
import { viewPathSchema } from '#shared/contract/program/views.ts';
import { storedSettings } from '../storage/stored-settings.ts';
import { emptyDataFile } from '../storage/testing/empty-data-file.ts';
import { createViews } from './views.ts';

const file = () => storedSettings(emptyDataFile().db);

const opened = (settings = file()) => createViews({ settings, publish: () => {} });

it('saves views by name, and replaces one of the same name, whatever its case, only when told to', async () => {
  const { handlers } = opened();
  await handlers.save({ name: 'Tokyo in spring', path: '/results?search=1', replace: false });
  await handlers.save({ name: 'Alps', path: '/compare', replace: false });
  const again = { name: 'tokyo in Spring', path: '/results?search=2' };
  await expect(async () => handlers.save({ ...again, replace: false })).rejects.toMatchObject({
    failure: { code: 'name_taken' },
  });
  expect((await handlers.list(undefined)).map(({ path }) => path)).toEqual(['/compare', '/results?search=1']);
  const replaced = await handlers.save({ ...again, replace: true });
  const names = (await handlers.list(undefined)).map(({ name, path }) => [name, path]);
  expect(names).toEqual([
    ['Alps', '/compare'],
    ['tokyo in Spring', '/results?search=2'],
  ]);
  await handlers.remove({ viewId: replaced.viewId });
  expect(await handlers.list(undefined)).toHaveLength(1);
});

it('lists pinned views first, renames them, and says where it cannot', async () => {
  const { handlers } = opened();
  const alps = await handlers.save({ name: 'Alps', path: '/compare' });
  const tokyo = await handlers.save({ name: 'Tokyo', path: '/results' });
  const taken = async () => handlers.change({ viewId: alps.viewId, name: 'tokyo' });
  await expect(taken).rejects.toMatchObject({ failure: { code: 'name_taken' } });
  await handlers.change({ viewId: tokyo.viewId, name: 'Zurich', pinned: true });
  const views = await handlers.list(undefined);
  expect(views.map(({ name, pinned }) => [name, pinned])).toEqual([
    ['Zurich', true],
    ['Alps', false],
  ]);
  const lost = async () => handlers.change({ viewId: 99, pinned: true });
  await expect(lost).rejects.toMatchObject({ failure: { code: 'not_found' } });
});

it('opens where the user was last, and at the search before that', async () => {
  const settings = file();
  const views = opened(settings);
  expect(views.landing()).toBe('/');
  await views.handlers.remember({ path: '/results?search=1&view=map' });
  await views.handlers.remember({ path: '/results?search=1&view=calendar' });
  views.close();
  expect(opened(settings).landing()).toBe('/results?search=1&view=calendar');
});

it('knows the last view of each screen, the latest first, after a restart as well', async () => {
  const settings = file();
  const first = opened(settings);
  for (const path of [
    '/results?scope=1',
    '/compare?columns=2',
    '/trips/a',
    '/results?scope=3',
    '/?request=4',
  ])
    await first.handlers.remember({ path });
  first.close();
  expect(await opened(settings).handlers.remember({ path: '/trips' })).toEqual([
    '/trips',
    '/?request=4',
    '/results?scope=3',
    '/compare?columns=2',
  ]);
});

it.each(['//evil.example/', '/\\evil.example', 'https://evil.example/', 'results', '/a#secret', '/a b', ''])(
  'takes no address that lies elsewhere: %j',
  (path) => {
    expect(viewPathSchema.safeParse(path).success).toBe(false);
  },
);
