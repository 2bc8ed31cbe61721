import { expect, it } from 'vitest';
import { ALL_COLLAPSED, ALL_OPEN, isCollapsed, turned } from './collapsed-groups.ts';

it('toggles one group and back, independently of the others', () => {
  for (const collapsed of [ALL_OPEN, ALL_COLLAPSED]) {
    const one = turned(collapsed, 'JFK → LHR');
    expect(isCollapsed(one, 'JFK → LHR')).toBe(!collapsed.all);
    expect(isCollapsed(one, 'EWR → LHR')).toBe(collapsed.all);
    expect(turned(one, 'JFK → LHR')).toEqual(collapsed);
  }
});
