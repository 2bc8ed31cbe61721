import { expect, it } from 'vitest';
import { unreadOfResults } from './results-address.ts';

const partsOf = (search: string) => unreadOfResults(search).map(({ part }) => part);

it('reports nothing for a valid address', () => {
  expect(unreadOfResults('')).toEqual([]);
  const scope = encodeURIComponent('{"kind":"matching","origins":["JFK"],"destinations":[],"cabin":""}');
  expect(
    unreadOfResults(
      `?scope=${scope}&view=table&miles=60000&space=0&weekday=0&weekday=6&tag=a&tag=b&sort=-miles,date&hide=seen` +
        '&from=2027-03-01&newSince=2027-01-05T03:00:00.000Z&group=route&collapsed=all&fold=x&record=4',
    ),
  ).toEqual([]);
});

it('reports each unreadable part, and what is shown instead', () => {
  expect(unreadOfResults('?scope={"kind":"run"}&view=sideways&miles=-5&from=2027-02-31')).toEqual([
    { part: 'scope={"kind":"run"}', instead: 'the list of all saved searches is shown' },
    { part: 'view=sideways', instead: 'the table is shown' },
    { part: 'miles=-5', instead: 'nothing is filtered by it' },
    { part: 'from=2027-02-31', instead: 'nothing is filtered by it' },
  ]);
  expect(
    partsOf('weekday=1&weekday=9&seats=two&sort=miles,worth&hide=nothing&record=x&constructor=1'),
  ).toEqual(['weekday=9', 'seats=two', 'sort=miles,worth', 'hide=nothing', 'record=x', 'constructor=1']);
  expect(partsOf('view=map&view=table')).toEqual(['view=table']);
  expect(partsOf(`scope=${'x'.repeat(500)}`)[0]).toHaveLength(61);
});

it('reports members of a scope that would have narrowed it', () => {
  expect(unreadOfResults('scope={"kind":"search","searchId":1,"cabinn":"first"}')).toEqual([
    { part: 'cabinn', instead: 'what is shown is not narrowed by it' },
  ]);
});
