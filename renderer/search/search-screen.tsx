import { Screen } from '../components/screen.tsx';
export function SearchScreen() {
  return <Screen title="Search">…</Screen>;
}
