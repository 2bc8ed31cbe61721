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
} from '@tabler/icons-react';
import { type ComponentType, createElement, lazy, useState } from 'react';

export type ScreenEntry = {
  name: string;
  path: string;
  icon: Icon;
  screen: ComponentType;
  /** Whether its link of the rail comes back to where the person left it; else it begins anew. */
  isKept?: true;
  /** Loads it, so that it is there when it is drawn. What cannot be loaded is told where it is drawn. */
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
      // Looking again asks again.
      loading = undefined;
      throw error;
    }
  }
  const Waited = lazy(async () => ({ default: await begin() }));
  function Shown() {
    // What is there already is drawn at once: even a short wait would show for React's least time for a wait.
    const [Screen] = useState<ComponentType>(() => loaded ?? Waited);
    return createElement(Screen);
  }
  return { screen: Shown, prepare: () => begin().then(noop, noop) };
}

const noop = () => {};

/** The rail, in its order; each screen is loaded when it is first looked at. */
export const SCREENS: readonly ScreenEntry[] = [
  {
    name: 'Search',
    path: '/',
    icon: IconSearch,
    ...named(async () => (await import('../search/search-screen.tsx')).SearchScreen),
  },
  {
    name: 'Results',
    path: '/results',
    isKept: true,
    icon: IconListDetails,
    ...named(async () => (await import('../results/results-screen.tsx')).ResultsScreen),
  },
  {
    name: 'Compare',
    path: '/compare',
    isKept: true,
    icon: IconColumns3,
    ...named(async () => (await import('../compare/compare-screen.tsx')).CompareScreen),
  },
  {
    name: 'Watchlist',
    path: '/watchlist',
    isKept: true,
    icon: IconBookmarks,
    ...named(async () => (await import('../watchlist/watchlist-screen.tsx')).WatchlistScreen),
  },
  {
    name: 'Catalogue',
    path: '/catalogue',
    icon: IconBuildingStore,
    ...named(async () => (await import('../catalogue/catalogue-screen.tsx')).CatalogueScreen),
  },
  {
    name: 'Purchases',
    path: '/purchases',
    icon: IconReceipt2,
    ...named(async () => (await import('../purchases/purchases-screen.tsx')).PurchasesScreen),
  },
  {
    name: 'Activity',
    path: '/activity',
    icon: IconActivity,
    ...named(async () => (await import('../activity/activity-screen.tsx')).ActivityScreen),
  },
  {
    name: 'Settings',
    path: '/settings',
    icon: IconSettings,
    ...named(async () => (await import('../settings/settings-screen.tsx')).SettingsScreen),
  },
];

/** Screens that stand under another of the rail. */
export const INNER_SCREENS: readonly (ScreenEntry & { under: string })[] = [
  {
    name: 'Trips',
    path: '/trips',
    under: '/watchlist',
    icon: IconLuggage,
    ...named(async () => (await import('../trips/trips-screen.tsx')).TripsScreen),
  },
];

export const EVERY_SCREEN: readonly ScreenEntry[] = [...SCREENS, ...INNER_SCREENS];

/** Loads the screen at an address, while the page around it is still being made. */
export async function prepareScreen(path: string): Promise<void> {
  const first = `/${path.split('/')[1] ?? ''}`;
  await EVERY_SCREEN.find((screen) => screen.path === first)?.prepare();
}
