import {
  type Icon,
  IconActivity,
  IconBookmarks,
  IconBuildingStore,
  IconColumns3,
  IconListDetails,
  IconLuggage,
  IconReceipt2,
  IconSearch,
  IconSettings,
  IconWallet,
} from '@tabler/icons-react';
import { type ComponentType, createElement, Fragment, lazy, type ReactNode, Suspense, useState } from 'react';
import { INNER_SCREENS, MAIN_SCREENS, type ScreenId, type ScreenInfo } from '#shared/screens.ts';
import { LoadingState } from '../ui/loading-state.tsx';

export type ScreenEntry = ScreenInfo & {
  icon: Icon;
  /** Its children are rendered beside it and wait with it. */
  screen: ComponentType<{ children: ReactNode }>;
  /** Loads it, so that it is ready when it is rendered. A failure to load is shown where it is rendered. */
  prepare: () => Promise<void>;
};

function named(load: () => Promise<ComponentType>): Pick<ScreenEntry, 'screen' | 'prepare'> {
  let loaded: ComponentType | undefined;
  let loading: Promise<ComponentType> | undefined;
  async function begin(): Promise<ComponentType> {
    loading ??= load();
    try {
      loaded = await loading;
      return loaded;
    } catch (error) {
      // Opening it again tries again.
      loading = undefined;
      throw error;
    }
  }
  const Waited = lazy(async () => ({ default: await begin() }));
  function Shown({ children }: { children: ReactNode }) {
    // A loaded screen is rendered at once: even a short wait would take React's minimum time for a fallback. It has no
    // boundary either, because React hydrates one later than the rest if answers have changed it.
    const [Screen] = useState<ComponentType>(() => loaded ?? Waited);
    const shown = createElement(Fragment, null, createElement(Screen), children);
    if (Screen !== Waited) return shown;
    return createElement(Suspense, { fallback: createElement(LoadingState, { words: 'Opening…' }) }, shown);
  }
  return { screen: Shown, prepare: () => begin().then(noop, noop) };
}

const noop = () => {};

/** How each screen appears in the rail, and its code, which is loaded when it is first opened. */
const PARTS: Readonly<Record<ScreenId, Pick<ScreenEntry, 'icon' | 'screen' | 'prepare'>>> = {
  search: {
    icon: IconSearch,
    ...named(async () => (await import('../search/search-screen.tsx')).SearchScreen),
  },
  results: {
    icon: IconListDetails,
    ...named(async () => (await import('../results/results-screen.tsx')).ResultsScreen),
  },
  compare: {
    icon: IconColumns3,
    ...named(async () => (await import('../compare/compare-screen.tsx')).CompareScreen),
  },
  watchlist: {
    icon: IconBookmarks,
    ...named(async () => (await import('../watchlist/watchlist-screen.tsx')).WatchlistScreen),
  },
  wallet: {
    icon: IconWallet,
    ...named(async () => (await import('../wallet/wallet-screen.tsx')).WalletScreen),
  },
  catalogue: {
    icon: IconBuildingStore,
    ...named(async () => (await import('../catalogue/catalogue-screen.tsx')).CatalogueScreen),
  },
  purchases: {
    icon: IconReceipt2,
    ...named(async () => (await import('../purchases/purchases-screen.tsx')).PurchasesScreen),
  },
  activity: {
    icon: IconActivity,
    ...named(async () => (await import('../activity/activity-screen.tsx')).ActivityScreen),
  },
  settings: {
    icon: IconSettings,
    ...named(async () => (await import('../settings/settings-screen.tsx')).SettingsScreen),
  },
  trips: {
    icon: IconLuggage,
    ...named(async () => (await import('../trips/trips-screen.tsx')).TripsScreen),
  },
};

const entryOf = (screen: ScreenInfo): ScreenEntry => ({ ...screen, ...PARTS[screen.id] });

/** The rail, in its order. */
export const RAIL: readonly ScreenEntry[] = MAIN_SCREENS.map(entryOf);

/** All screens: those of the rail, then those below one of them. */
export const EVERY_SCREEN: readonly ScreenEntry[] = [...RAIL, ...INNER_SCREENS.map(entryOf)];

/** Loads the screen of an address, while the page around it is still being built. */
export async function prepareScreen(path: string): Promise<void> {
  const first = `/${path.split('/')[1] ?? ''}`;
  await EVERY_SCREEN.find((screen) => screen.path === first)?.prepare();
}
