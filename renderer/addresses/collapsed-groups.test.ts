import { expect, it } from 'vitest';
import { ALL_COLLAPSED, ALL_OPEN, isCollapsed, turned } from './collapsed-groups.ts';

it('turns one group around and back, whatever all others do', () => {
  for (const collapsed of [ALL_OPEN, ALL_COLLAPSED]) {
    const one = turned(collapsed, 'JFK → LHR');
    expect(isCollapsed(one, 'JFK → LHR')).toBe(!collapsed.all);
    expect(isCollapsed(one, 'EWR → LHR')).toBe(collapsed.all);
    expect(turned(one, 'JFK → LHR')).toEqual(collapsed);
  }
});
