/** The sections of Settings, in their order; each has an address of its own. */
export const SETTINGS_SECTIONS = [
  { id: 'general', name: 'General' },
  { id: 'marketplace', name: 'Marketplace and key' },
  { id: 'spending', name: 'Spending' },
  { id: 'watching', name: 'Watching while closed' },
  { id: 'backup', name: 'Backup' },
  { id: 'assistants', name: 'Assistants' },
  { id: 'advanced', name: 'Advanced' },
  { id: 'about', name: 'About' },
] as const;

export type SettingsSectionId = (typeof SETTINGS_SECTIONS)[number]['id'];

/** The section of an address, and the part of it to begin with; null for all of them. */
export function sectionOf(path: string): { section: SettingsSectionId; part: string | null } | null {
  const [, , name, part = null] = path.split('/');
  const section = SETTINGS_SECTIONS.find(({ id }) => id === name);
  return section === undefined ? null : { section: section.id, part };
}

export const sectionPath = (id: SettingsSectionId | null): string =>
  id === null ? '/settings' : `/settings/${id}`;
