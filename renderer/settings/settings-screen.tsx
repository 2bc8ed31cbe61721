import { Screen } from '../components/screen.tsx';
export function SettingsScreen() {
  return <Screen title="Settings">…</Screen>;
}
