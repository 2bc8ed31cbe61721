import { useQuery } from '@tanstack/react-query';
import { SetupChecklist } from '../status/setup-checklist.tsx';
import { statusQuery } from '../status/status-query.ts';
import { StorageMessage } from '../status/storage-message.tsx';
import { Screen } from '../ui/screen.tsx';
import { AboutSection } from './about-section.tsx';
import { BackupSection } from './backup/backup-section.tsx';
import { BindingSection } from './binding-section.tsx';
import { ConnectSection } from './connections/connect-section.tsx';
import { McpSection } from './connections/mcp-section.tsx';
import { ProviderSection } from './connections/provider-section.tsx';
import { SandboxSection } from './connections/sandbox-section.tsx';
import { KeySection } from './key-section.tsx';
import { LimitsSection } from './limits-section.tsx';
import { MarketplaceSection } from './marketplace-section.tsx';
import { RebuildSection } from './rebuild-section.tsx';
import { SettingsSection } from './settings-section.tsx';
import { StandingSection } from './standing-section.tsx';

export function SettingsScreen() {
  const { data: status } = useQuery(statusQuery);
  if (status?.storage.state === 'unusable') {
    return (
      <Screen title="Settings">
        <SettingsSection title="Data file" about="Settings are kept in it, so none can be changed now.">
          <StorageMessage {...status.storage} />
        </SettingsSection>
        <AboutSection />
      </Screen>
    );
  }
  return (
    <Screen title="Settings">
      <MarketplaceSection />
      <KeySection />
      <ConnectSection />
      <LimitsSection />
      <StandingSection />
      <SettingsSection title="Setup" about="What the award search needs before it can be used.">
        <SetupChecklist />
      </SettingsSection>
      <BindingSection />
      <McpSection />
      <ProviderSection />
      <SandboxSection />
      <BackupSection />
      <RebuildSection />
      <AboutSection />
    </Screen>
  );
}
