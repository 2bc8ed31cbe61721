import { Alert } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import classes from './components.module.css';
import { NotReadAgain } from './failure-notice.tsx';

/**
 * The screen that took the focus last. The first one after the start leaves the focus where the browser put it, and one
 * that is rendered again leaves it where the user was.
 */
let entered: { screen: string; search: string } | undefined;

type SkipButtonProps = { children: string; onSkip: () => void };

/** Takes the focus past what follows; shown only while it has the focus itself. */
export const SkipButton = ({ children, onSkip }: SkipButtonProps) => (
  <button type="button" className={classes.skip} onClick={onSkip}>
    {children}
  </button>
);

type ScreenProps = {
  title: string;
  /** For one of many: the address of them all, which the heading then links to. */
  within?: { href: string; called: string };
  /** Shown beside the heading: what the screen shows, in a few words. */
  aside?: ReactNode;
  actions?: ReactNode;
  /** Takes the window's height, for screens that scroll a table of their own. */
  fill?: boolean;
  /** What of its address could not be read. */
  unread?: readonly string[];
  children: ReactNode;
};

/** A screen below its heading. The focus moves to the heading when a user comes here, so that it is read out. */
export function Screen({ title, within, aside, actions, fill = false, unread = [], children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const here = {
      screen: `${location.pathname} ${heading.current?.textContent}`,
      search: location.search,
    };
    // A link to another part of the same screen is gone once it was followed, and took the focus with it.
    const isLost = entered?.search !== here.search && document.activeElement === document.body;
    if (entered !== undefined && (entered.screen !== here.screen || isLost))
      heading.current?.focus({ preventScroll: true });
    entered = here;
  }, []);
  useEffect(() => {
    document.title = `${title} · Milepost`;
  }, [title]);
  return (
    <div className={classes.screen} data-fill={fill || undefined}>
      <header className={classes.screenHead}>
        <h1 ref={heading} tabIndex={-1} data-within={within !== undefined || undefined}>
          {within === undefined ? (
            title
          ) : (
            <Link href={within.href} aria-label={within.called} title={within.called}>
              {title}
            </Link>
          )}
        </h1>
        {aside}
        {actions && <div className={classes.screenActions}>{actions}</div>}
      </header>
      <UnreadAddress unread={unread} />
      <NotReadAgain />
      {children}
    </div>
  );
}

/** Reports the parts of the address that could not be read: a bookmark may be of another version. */
function UnreadAddress({ unread }: { unread: readonly string[] }) {
  if (unread.length === 0) return null;
  return (
    <Alert role="note" color="yellow" mb="md" py="xs" icon={<IconLinkOff aria-hidden />}>
      {[...new Set(unread)].map((part) => (
        <div key={part}>“{part}” in the address could not be read and is left out.</div>
      ))}
    </Alert>
  );
}
