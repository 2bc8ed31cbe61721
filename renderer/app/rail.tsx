import { Link, useLocation, useSearch } from 'wouter';
import { INNER_SCREENS } from '#shared/screens.ts';
import { lastPlace, lastTop, usePlaces, withoutDrawer } from '../views/places.ts';
import classes from './frame.module.css';
import { RAIL, type ScreenEntry } from './screens.ts';

/** True where `location` is the screen at `path` or a page within it. */
const isHere = (path: string, location: string): boolean =>
  path === '/' ? location === '/' : location === path || location.startsWith(`${path}/`);

/** True where `location` is that screen or one under it. */
const holds = (path: string, location: string): boolean =>
  isHere(path, location) ||
  INNER_SCREENS.some((inner) => inner.under === path && isHere(inner.path, location));

/**
 * Where a link leads: to another screen as the user left it. For the open screen it discards no choice made there: it
 * stays, or leads from a page within the screen back to where that was opened from.
 */
function leadsTo(screen: ScreenEntry, location: string, search: string, places: readonly string[]): string {
  const { path, isRemembered, beginsWithList } = screen;
  if (isHere(path, location)) {
    if (beginsWithList) return path;
    if (location !== path && !PAGES_WITHIN.has(path))
      return search === '' ? location : `${location}?${search}`;
    const top = location === path ? (search === '' ? path : `${path}?${search}`) : lastTop(path);
    return OPENED.reduce(withoutDrawer, top ?? path);
  }
  if (isRemembered === undefined || holds(path, location)) return path;
  const place = lastPlace(places, path);
  return place === undefined ? path : withoutDrawer(place, 'record');
}

/** Screens whose deeper addresses are pages that were opened from the screen; those of others are parts of it. */
const PAGES_WITHIN: ReadonlySet<string> = new Set(['/catalogue']);

/** What may be open over a screen: members of its address. */
const OPENED = ['record', 'purchase'];

export function Rail() {
  const [location] = useLocation();
  const search = useSearch();
  const places = usePlaces();
  return (
    <nav className={classes.rail} aria-label="Screens">
      <div className={classes.mark} aria-hidden>
        <svg aria-hidden="true" viewBox="0 0 24 24" width="22" height="22">
          <path d="M4 20V7.5a3.5 3.5 0 0 1 7 0V12a4.5 4.5 0 0 0 9 0" />
          <circle cx="20" cy="6" r="2.2" />
        </svg>
        <span>Milepost</span>
      </div>
      {RAIL.map((screen) => {
        const { name, path, icon: Icon } = screen;
        const href = leadsTo(screen, location, search, places);
        return (
          <Link
            key={path}
            href={href}
            // A link that stays in place adds no step to the history.
            replace={isHere(path, location) && (href === location || href === `${location}?${search}`)}
            className={classes.railLink}
            aria-current={holds(path, location) ? 'page' : undefined}
          >
            <Icon size={20} stroke={1.6} aria-hidden />
            <span>{name}</span>
          </Link>
        );
      })}
    </nav>
  );
}
