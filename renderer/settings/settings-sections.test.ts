import { expect, it } from 'vitest';
import { SETTINGS_SECTIONS, sectionOf, sectionPath } from './settings-sections.ts';

it('opens each section at its own address, and all of them at the screen’s address', () => {
  for (const { id } of SETTINGS_SECTIONS)
    expect(sectionOf(sectionPath(id))).toEqual({ section: id, part: null });
  expect(sectionOf(sectionPath(null))).toBeNull();
  expect(sectionOf('/settings/marketplace/key')).toEqual({ section: 'marketplace', part: 'key' });
});

it('shows all of them at an unknown address', () => {
  expect(sectionOf('/settings/nothing')).toBeNull();
});
