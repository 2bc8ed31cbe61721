import { Screen } from '../components/screen.tsx';
export function PurchasesScreen() {
  return <Screen title="Purchases">…</Screen>;
}
