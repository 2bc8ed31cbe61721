import { Screen } from '../components/screen.tsx';

export function CatalogueScreen() {
  return <Screen title="Catalogue">…</Screen>;
}
