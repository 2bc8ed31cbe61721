/** The screens, in the order of the rail: the rail, the palette and the application's menu are made from this list. */
type Screen = {
  id: string;
  name: string;
  path: string;
  /** The screen that this one stands under; it has no link of its own in the rail and the menu. */
  under?: string;
  /** Whether its link of the rail comes back to where the user left it; else it begins anew. */
  isRemembered?: true;
  /** Whether what is open was chosen from a list at the screen's beginning: there its link leads while it is open. */
  beginsWithList?: true;
};

const SCREENS = [
  { id: 'search', name: 'Search', path: '/' },
  { id: 'results', name: 'Results', path: '/results', isRemembered: true, beginsWithList: true },
  { id: 'compare', name: 'Compare', path: '/compare', isRemembered: true },
  { id: 'watchlist', name: 'Watchlist', path: '/watchlist', isRemembered: true },
  { id: 'trips', name: 'Trips', path: '/trips', under: '/watchlist' },
  { id: 'wallet', name: 'Wallet', path: '/wallet' },
  { id: 'catalogue', name: 'Catalogue', path: '/catalogue' },
  { id: 'purchases', name: 'Purchases', path: '/purchases' },
  { id: 'activity', name: 'Activity', path: '/activity' },
  { id: 'settings', name: 'Settings', path: '/settings' },
] as const satisfies readonly Screen[];

export type ScreenId = (typeof SCREENS)[number]['id'];
export type ScreenInfo = Screen & { id: ScreenId };

const ALL: readonly ScreenInfo[] = SCREENS;

/** The screens that the rail and the menu lead to. */
export const MAIN_SCREENS: readonly ScreenInfo[] = ALL.filter(({ under }) => under === undefined);
/** Those that stand under one of them. */
export const INNER_SCREENS: readonly ScreenInfo[] = ALL.filter(({ under }) => under !== undefined);
