import { expect, it } from 'vitest';
import { SETTINGS_SECTIONS, sectionOf, sectionPath } from './settings-sections.ts';

it('opens each section by its own address, and all of them by the address of the screen', () => {
  for (const { id } of SETTINGS_SECTIONS)
    expect(sectionOf(sectionPath(id))).toEqual({ section: id, part: null });
  expect(sectionOf(sectionPath(null))).toBeNull();
  expect(sectionOf('/settings/marketplace/key')).toEqual({ section: 'marketplace', part: 'key' });
});

it('shows all of them at an address that names none', () => {
  expect(sectionOf('/settings/nothing')).toBeNull();
});
