/** How a page begins. Without validation, because the browser host serves its page before any validator is loaded. */
export type Opening = {
  theme: Theme;
  /** How dates, numbers and times are written, by their names in the preferences; the page validates them. */
  formats: Readonly<Record<string, string>>;
  /** The address within the page that it opens at: the view that was open last. */
  landing: string;
};

/** As the system is, or as chosen. */
export const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** A path within this program. */
export const VIEW_PATH = /^\/(?![/\\])[^#\s]*$/;
/** Longest address of a view, in characters. */
export const VIEW_PATH_MAX = 8_000;

export const FIRST_OPENING: Opening = { theme: 'system', formats: {}, landing: '/' };
