import { Alert, Button, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  type ComponentType,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import type { Status } from '#shared/contract/status.ts';
import { api } from '../api/api.ts';
import { queryClient } from '../api/query-client.ts';
import { resumeBook, useBookRequest } from '../booking/book-sheet.ts';
import { useNextPagesSheet } from '../quote/batches/next-pages-sheet.ts';
import { PurchaseWatch } from '../quote/purchase-watch.tsx';
import { useQuoteSheet } from '../quote/quote-sheet.ts';
import { statusQuery } from '../status/queries.ts';
import { StorageMessage, type StorageMessageProps } from '../status/storage-message.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureNotice, NotDone } from '../ui/failure-notice.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { PageLink } from '../ui/page-link.tsx';
import { Screen, SkipButton } from '../ui/screen.tsx';
import { announce, useStatusMessage } from '../ui/status-messages.ts';
import { LastView } from '../views/last-view.ts';
import type { FrameModalProps } from './commands/frame-modal.tsx';
import { openDialog, useOpenedDialog } from './commands/opened-dialog.ts';
import classes from './frame.module.css';
import { openPalette, usePaletteOpenings } from './palette-store.ts';
import { Rail } from './rail.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';
import { EVERY_SCREEN } from './screens.ts';
import { SuggestionCount } from './suggestion-count.tsx';
import { TopBar } from './top-bar.tsx';
import { useKeys } from './use-keys.ts';

/** Shown instead of every screen that reads the data file, while that file cannot be used. */
function StorageProblemScreen(problem: StorageMessageProps) {
  return (
    <Screen title="The data file cannot be used">
      <StorageMessage {...problem} />
    </Screen>
  );
}

/** The only region named "Status": what just happened and what is in progress, in words. */
function StatusRegion() {
  const words = useStatusMessage();
  return (
    <section className={classes.foot} aria-label="Status" aria-live="polite" title={words || undefined}>
      {words}
    </section>
  );
}

const loadQuoteDialog = () => import('../quote/quote-dialog.tsx');
const loadBookDialog = () => import('../booking/book-dialog.tsx');
const loadNextPages = () => import('../quote/batches/next-pages-dialog.tsx');
const loadPalette = () => import('./command-palette.tsx');
const QuoteDialog = lazyPart(async () => (await loadQuoteDialog()).QuoteDialog);
const BookDialog = lazyPart(async () => (await loadBookDialog()).BookDialog);
const NextPagesDialog = lazyPart(async () => (await loadNextPages()).NextPagesDialog);
const FindBar = lazyPart(async () => (await import('./commands/find-bar.tsx')).FindBar);
const UpdateNotice = lazyPart(async () => (await import('./commands/update-notice.tsx')).UpdateNotice);
const CommandPalette = lazyPart(async () => (await loadPalette()).CommandPalette);
const Notices = lazyPart(async () => (await import('./notices.tsx')).Notices);

/** What a command opens over any screen, but for what is found in the screen itself. */
const DIALOGS = {
  shortcuts: lazyPart(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog),
  'what-is-new': lazyPart(async () => (await import('./commands/what-is-new.tsx')).WhatIsNew),
  import: lazyPart(async () => (await import('./commands/import-dialog.tsx')).ImportDialog),
  report: lazyPart(async () => (await import('./commands/report-dialog.tsx')).ReportDialog),
};

/** Whether something was open before: it then stays mounted, since closing it returns the focus to where it was opened from. */
function useOnceOpen(isOpen: boolean): boolean {
  const [used, setUsed] = useState(false);
  if (isOpen && !used) setUsed(true);
  return used || isOpen;
}

/**
 * Loads everything that opens over a screen, and the other screens, once the first screen is rendered, so that they
 * open without delay. Rendered beside the screen, so that it waits with it and does not compete with it.
 */
function PreparedParts() {
  useEffect(() => {
    const idle = requestIdleCallback(async () => {
      await Promise.allSettled([loadQuoteDialog(), loadPalette()]);
      for (const screen of EVERY_SCREEN) await screen.prepare();
    });
    return () => cancelIdleCallback(idle);
  }, []);
  return null;
}

/** What the first screen does not need: notices wait in their store until it is loaded. */
function WhenIdle({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const idle = requestIdleCallback(() => setWanted(true));
    return () => cancelIdleCallback(idle);
  }, []);
  return <Suspense fallback={null}>{wanted && children}</Suspense>;
}

/** Rail, top bar, the screen, and the status line: the window around everything. */
export function Frame() {
  const status = useQuery(statusQuery);
  const sheet = useQuoteSheet();
  const paletteOpenings = usePaletteOpenings();
  const [location] = useLocation();
  const main = useRef<HTMLElement>(null);
  const sheetUsed = useOnceOpen(sheet.stage !== 'closed');
  const nextPages = useNextPagesSheet();
  const nextPagesUsed = useOnceOpen(nextPages.stage !== 'closed');
  const book = useBookRequest();
  const bookUsed = useOnceOpen(book !== null);
  useEffect(() => void resumeBook(), []);
  useHotkeys([['mod+K', openPalette]], []);
  const dialog = useOpenedDialog();
  const close = () => openDialog(null);
  useKeys();

  const shown = useRef(location);
  // Another screen starts at its top, without old messages; before its own effects announce anything.
  useLayoutEffect(() => {
    if (shown.current === location) return;
    shown.current = location;
    main.current?.scrollTo(0, 0);
    announce('');
  }, [location]);

  const storage = status.data?.storage;
  return (
    <div className={classes.frame}>
      <SkipButton onSkip={() => main.current?.focus()}>Skip to the content</SkipButton>
      <Rail />
      <TopBar status={status.data} failure={status.error} />
      <main className={classes.main} id="main" tabIndex={-1} ref={main}>
        <WhenIdle>
          <UpdateNotice />
        </WhenIdle>
        {status.data?.dataProblems && <DataProblems problems={status.data.dataProblems} />}
        {status.data?.safeStart && <SafeStart words={status.data.safeStart.words} />}
        <ScreenBoundary key={location.split('/')[1]} failure={status.error}>
          {status.isLoadingError && !status.data ? (
            <Screen title="Milepost does not answer">
              <FailureNotice error={status.error} onRetry={() => void status.refetch()} />
            </Screen>
          ) : storage?.state === 'unusable' && location !== '/settings' ? (
            <StorageProblemScreen {...storage} />
          ) : (
            <Switch>
              {EVERY_SCREEN.map(({ path, screen: Shown }) => (
                <Route key={path} path={path === '/' ? '/' : `${path}/*?`}>
                  <Shown>
                    <PreparedParts />
                  </Shown>
                </Route>
              ))}
              <Route>
                <Screen title="Not a screen">
                  <EmptyState
                    title="There is nothing at this address"
                    action={
                      <Button variant="filled" component={Link} href="/" size="xs">
                        Go to Search
                      </Button>
                    }
                  />
                </Screen>
              </Route>
            </Switch>
          )}
        </ScreenBoundary>
      </main>
      <StatusRegion />
      <SuggestionCount />
      <PurchaseWatch />
      <WhenIdle>
        <Notices />
      </WhenIdle>
      <LastView />
      <Suspense fallback={null}>
        {bookUsed && <BookDialog request={book} />}
        {sheetUsed && <QuoteDialog sheet={sheet} />}
        {nextPagesUsed && <NextPagesDialog sheet={nextPages} />}
        {paletteOpenings > 0 && <CommandPalette openings={paletteOpenings} />}
        {Object.entries(DIALOGS).map(([name, Dialog]) => (
          <FrameDialog key={name} Dialog={Dialog} opened={dialog === name} onClose={close} />
        ))}
        {dialog === 'find' && <FindBar main={main} onClose={close} />}
      </Suspense>
    </div>
  );
}

function FrameDialog({ Dialog, ...props }: FrameModalProps & { Dialog: ComponentType<FrameModalProps> }) {
  return useOnceOpen(props.opened) && <Dialog {...props} />;
}

/** Reports that nothing from outside was opened at this start, and how to open it. */
function SafeStart({ words }: { words: string }) {
  const open = useMutation({
    mutationFn: () => api.marketplace.open(),
    onSuccess: () => void queryClient.invalidateQueries(),
  });
  return (
    <Alert color="orange" title="Safe start" role="status">
      <Text mb={6}>{words}</Text>
      <Button size="xs" loading={open.isPending} onClick={() => open.mutate()}>
        Open the marketplace
      </Button>
      <NotDone of={open} title="It could not be opened" />
    </Alert>
  );
}

/** What of the stored data could not be read or stored, each once, with the way to it. */
function DataProblems({ problems }: { problems: NonNullable<Status['dataProblems']> }) {
  return (
    <Alert color="orange" title="Your data" role="status" aria-label="Your data">
      {problems.map(({ words, path, action }) => (
        <Text key={words}>
          {words}{' '}
          <PageLink underline="hover" href={path}>
            {action}
          </PageLink>
        </Text>
      ))}
    </Alert>
  );
}
