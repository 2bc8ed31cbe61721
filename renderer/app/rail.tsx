import { Link, useLocation } from 'wouter';
import { INNER_SCREENS } from '#shared/screens.ts';
import { lastPlace, usePlaces, withoutOpen } from '../views/places.ts';
import classes from './frame.module.css';
import { RAIL, type ScreenEntry } from './screens.ts';

/** True where `location` is the screen at `path` or a page within it. */
const isHere = (path: string, location: string): boolean =>
  path === '/' ? location === '/' : location === path || location.startsWith(`${path}/`);

/** True where `location` is that screen or one under it. */
const holds = (path: string, location: string): boolean =>
  isHere(path, location) ||
  INNER_SCREENS.some((inner) => inner.under === path && isHere(inner.path, location));

/** Where a link leads: back to where the user left its screen; of the screen they are on, to its beginning. */
function leadsTo({ path, isRemembered }: ScreenEntry, location: string, places: readonly string[]): string {
  if (isRemembered === undefined || holds(path, location)) return path;
  const inner = INNER_SCREENS.filter(({ under }) => under === path);
  const place = lastPlace(places, path, ...inner.map((screen) => screen.path));
  return place === undefined ? path : withoutOpen(place, 'record');
}

export function Rail() {
  const [location] = useLocation();
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
        return (
          <Link
            key={path}
            href={leadsTo(screen, location, places)}
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
