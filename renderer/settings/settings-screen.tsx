import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { statusQuery } from '../status/queries.ts';
import { SetupChecklist } from '../status/setup-checklist.tsx';
import { showLog } from '../status/show-log.ts';
import { StorageMessage } from '../status/storage-message.tsx';
import { Screen } from '../ui/screen.tsx';
import { AboutSection } from './about-section.tsx';
import { AssistantsSection } from './assistants/assistants-section.tsx';
import { BackupSection } from './backup/backup-section.tsx';
import { DamagedSection } from './backup/damaged-section.tsx';
import { BindingSection } from './binding-section.tsx';
import { ConnectSection } from './connections/connect-section.tsx';
import { McpSection } from './connections/mcp-section.tsx';
import { ProviderSection } from './connections/provider-section.tsx';
import { SandboxSection } from './connections/sandbox-section.tsx';
import { AppearanceSection } from './general/appearance-section.tsx';
import { FactsSection } from './general/facts-section.tsx';
import { FormatsSection } from './general/formats-section.tsx';
import { HomeSection } from './general/home-section.tsx';
import { MileValuesSection } from './general/mile-values-section.tsx';
import { KeySection } from './key-section.tsx';
import { ApprovalsSection, LimitsSection } from './limits-section.tsx';
import { MarketplaceSection } from './marketplace-section.tsx';
import { RebuildSection } from './rebuild-section.tsx';
import classes from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';
import { SETTINGS_SECTIONS, type SettingsSectionId, sectionOf, sectionPath } from './settings-sections.ts';
import { StandingSection } from './standing-section.tsx';
import { BackgroundSection } from './watching/background-section.tsx';
import { ChannelsSection } from './watching/channels-section.tsx';

function SetupSection() {
  return (
    <SettingsSection
      title="Readiness"
      about="What the award search needs, and what is there."
      part="readiness"
    >
      <SetupChecklist />
    </SettingsSection>
  );
}

const PARTS: Readonly<Record<SettingsSectionId, readonly ComponentType[]>> = {
  general: [AppearanceSection, FormatsSection, HomeSection, MileValuesSection, FactsSection],
  marketplace: [MarketplaceSection, KeySection, ConnectSection, SetupSection],
  spending: [LimitsSection, ApprovalsSection, StandingSection],
  watching: [BackgroundSection, ChannelsSection],
  backup: [BackupSection, DamagedSection],
  assistants: [AssistantsSection],
  advanced: [BindingSection, McpSection, ProviderSection, SandboxSection, RebuildSection, Diagnostics],
  about: [AboutSection],
};

/** Scrolls to the part that an address names, once it is rendered; later changes do not scroll. */
function useNamedPart(part: string | null) {
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (part === null) return;
    const found = body.current?.querySelector(`[data-part="${CSS.escape(part)}"]`);
    found?.scrollIntoView({ block: 'start' });
    found?.querySelector<HTMLElement>('h3, button')?.focus({ preventScroll: true });
  }, [part]);
  return body;
}

/** All settings, in sections with a list of their own: all of them, or the one that the address names. */
export function SettingsScreen() {
  const { data: status } = useQuery(statusQuery);
  const [location] = useLocation();
  const chosen = sectionOf(location);
  const body = useNamedPart(chosen?.part ?? null);
  if (status?.storage.state === 'unusable') {
    return (
      <Screen title="Settings">
        <SettingsSection title="Data file" about="Settings are saved in it, so none can be changed now.">
          <StorageMessage {...status.storage} />
        </SettingsSection>
        <AboutSection />
      </Screen>
    );
  }
  const shown = SETTINGS_SECTIONS.filter(({ id }) => chosen === null || chosen.section === id);
  const links = [{ id: null, name: 'All settings' }, ...SETTINGS_SECTIONS];
  return (
    <Screen title="Settings">
      <div className={classes.settings}>
        <nav className={classes.list} aria-label="Settings">
          {links.map(({ id, name }) => (
            <Link
              key={name}
              href={sectionPath(id)}
              aria-current={id === (chosen?.section ?? null) ? 'page' : undefined}
            >
              {name}
            </Link>
          ))}
        </nav>
        <Stack ref={body} gap={40} miw={0}>
          {shown.map(({ id, name }) => (
            <section key={id} className={classes.section} aria-labelledby={`settings-${id}`}>
              <h2 id={`settings-${id}`}>{name}</h2>
              {PARTS[id].map((Part, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a section never change places
                <Part key={index} />
              ))}
            </section>
          ))}
        </Stack>
      </div>
    </Screen>
  );
}

/** Where it is written what went wrong; “Report a problem” in the menu and the palette copies the end of it. */
function Diagnostics() {
  return (
    <SettingsSection
      title="Log"
      about="It stays on this computer and holds no key, no search and nobody’s address. “Report a problem” shows and copies its end."
    >
      <Group>
        <Button size="xs" onClick={() => void showLog()}>
          Show log
        </Button>
      </Group>
    </SettingsSection>
  );
}
