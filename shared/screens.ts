/**
 * The screens, in the order of the rail: the rail, the palette and the application's menu are generated from this list.
 */
type Screen = {
  id: string;
  name: string;
  path: string;
  /** The parent screen; this one has no link of its own in the rail and the menu. */
  under?: string;
  /** Whether its link in the rail returns to where the user left it; otherwise it starts afresh. */
  isRemembered?: true;
  /** Whether the screen starts with a list and its open item was chosen from it: its link then leads to the list. */
  beginsWithList?: true;
};

const SCREENS = [
  { id: 'search', name: 'Search', path: '/' },
  { id: 'trips', name: 'Trips', path: '/trips', isRemembered: true, beginsWithList: true },
  { id: 'results', name: 'Results', path: '/results', isRemembered: true, beginsWithList: true },
  { id: 'compare', name: 'Compare', path: '/compare', isRemembered: true },
  { id: 'watchlist', name: 'Watchlist', path: '/watchlist', isRemembered: true },
  { id: 'wallet', name: 'Wallet', path: '/wallet' },
  { id: 'catalogue', name: 'Catalogue', path: '/catalogue' },
  { id: 'purchases', name: 'Purchases', path: '/purchases' },
  { id: 'activity', name: 'Activity', path: '/activity', under: '/purchases' },
  { id: 'settings', name: 'Settings', path: '/settings' },
] as const satisfies readonly Screen[];

export type ScreenId = (typeof SCREENS)[number]['id'];
export type ScreenInfo = Screen & { id: ScreenId };

/** Every screen, including those without a link of their own. */
export const ALL_SCREENS: readonly ScreenInfo[] = SCREENS;
/** The screens that the rail and the menu lead to. */
export const MAIN_SCREENS: readonly ScreenInfo[] = ALL_SCREENS.filter(({ under }) => under === undefined);
/** The screens below one of them. */
export const INNER_SCREENS: readonly ScreenInfo[] = ALL_SCREENS.filter(({ under }) => under !== undefined);
