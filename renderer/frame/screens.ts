import {
  type Icon,
  IconActivity,
  IconBookmarks,
  IconBuildingStore,
  IconColumns3,
  IconListDetails,
  IconReceipt2,
  IconSearch,
  IconSettings,
} from '@tabler/icons-react';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

export type ScreenEntry = {
  name: string;
  path: string;
  icon: Icon;
  screen: LazyExoticComponent<ComponentType>;
  /** Begins to load it, so that it is there when it is drawn. */
  prepare: () => void;
};

function named(load: () => Promise<ComponentType>): Pick<ScreenEntry, 'screen' | 'prepare'> {
  let loading: Promise<ComponentType> | undefined;
  const begin = () => {
    loading ??= load();
    return loading;
  };
  return {
    screen: lazy(async () => {
      try {
        return { default: await begin() };
      } catch (error) {
        // Looking again asks again.
        loading = undefined;
        throw error;
      }
    }),
    // What could not be loaded is told where it is drawn.
    prepare: () => void begin().catch(() => {}),
  };
}

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
    icon: IconListDetails,
    ...named(async () => (await import('../results/results-screen.tsx')).ResultsScreen),
  },
  {
    name: 'Compare',
    path: '/compare',
    icon: IconColumns3,
    ...named(async () => (await import('../compare/compare-screen.tsx')).CompareScreen),
  },
  {
    name: 'Watchlist',
    path: '/watchlist',
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

/** Begins to load the screen at an address while the page around it is still being made. */
export function prepareScreen(path: string): void {
  const first = `/${path.split('/')[1] ?? ''}`;
  SCREENS.find((screen) => screen.path === first)?.prepare();
}
