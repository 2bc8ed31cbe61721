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
};

const named = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }));

/** The rail, in its order; each screen is loaded when it is first looked at. */
export const SCREENS: readonly ScreenEntry[] = [
  {
    name: 'Search',
    path: '/',
    icon: IconSearch,
    screen: named(async () => (await import('../search/search-screen.tsx')).SearchScreen),
  },
  {
    name: 'Results',
    path: '/results',
    icon: IconListDetails,
    screen: named(async () => (await import('../results/results-screen.tsx')).ResultsScreen),
  },
  {
    name: 'Compare',
    path: '/compare',
    icon: IconColumns3,
    screen: named(async () => (await import('../compare/compare-screen.tsx')).CompareScreen),
  },
  {
    name: 'Watchlist',
    path: '/watchlist',
    icon: IconBookmarks,
    screen: named(async () => (await import('../watchlist/watchlist-screen.tsx')).WatchlistScreen),
  },
  {
    name: 'Catalogue',
    path: '/catalogue',
    icon: IconBuildingStore,
    screen: named(async () => (await import('../catalogue/catalogue-screen.tsx')).CatalogueScreen),
  },
  {
    name: 'Purchases',
    path: '/purchases',
    icon: IconReceipt2,
    screen: named(async () => (await import('../purchases/purchases-screen.tsx')).PurchasesScreen),
  },
  {
    name: 'Activity',
    path: '/activity',
    icon: IconActivity,
    screen: named(async () => (await import('../activity/activity-screen.tsx')).ActivityScreen),
  },
  {
    name: 'Settings',
    path: '/settings',
    icon: IconSettings,
    screen: named(async () => (await import('../settings/settings-screen.tsx')).SettingsScreen),
  },
];
