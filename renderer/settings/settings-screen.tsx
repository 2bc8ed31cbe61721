import { Screen } from '../components/screen.tsx';
import { SetupChecklist } from '../components/setup-checklist.tsx';
import { AboutSection } from './about-section.tsx';
import { BindingSection } from './binding-section.tsx';
import { KeySection } from './key-section.tsx';
import { LimitsSection } from './limits-section.tsx';
import { MarketplaceSection } from './marketplace-section.tsx';
import { SettingsSection } from './settings-section.tsx';

export function SettingsScreen() {
  return (
    <Screen title="Settings">
      <MarketplaceSection />
      <KeySection />
      <LimitsSection />
      <SettingsSection title="Setup" about="What the award search needs before it can be used.">
        <SetupChecklist />
      </SettingsSection>
      <BindingSection />
      <AboutSection />
    </Screen>
  );
}
