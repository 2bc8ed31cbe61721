import { Modal } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useState } from 'react';
import { BatchProgress } from './batch-progress.tsx';
import { NextPagesFields } from './next-pages-fields.tsx';
import { closeNextPages, type NextPagesSheet } from './next-pages-sheet.ts';
import { RefreshFields } from './refresh-fields.tsx';

/** The dialog of one approval with a ceiling, for pages or for searches, and its progress page by page. */
export function NextPagesDialog({ sheet }: { sheet: NextPagesSheet }) {
  // Opened only once it is mounted, so that it records where the focus was and returns it.
  const isThere = useMounted();
  // It keeps its title while it closes.
  const [title, setTitle] = useState('Next pages');
  if (sheet.stage === 'choosing' && title !== 'Next pages') setTitle('Next pages');
  const ofRefresh =
    sheet.stage === 'refreshing' && sheet.request.tripId !== undefined
      ? 'Read for this trip'
      : 'Refresh searches';
  if (sheet.stage === 'refreshing' && title !== ofRefresh) setTitle(ofRefresh);
  return (
    <Modal
      centered
      opened={isThere && sheet.stage !== 'closed'}
      onClose={closeNextPages}
      title={title}
      onExitTransitionEnd={focusIfLost}
      size={640}
    >
      {sheet.stage === 'choosing' && <NextPagesFields request={sheet.request} />}
      {sheet.stage === 'refreshing' && <RefreshFields request={sheet.request} />}
      {sheet.stage === 'running' && <BatchProgress batchId={sheet.batchId} />}
    </Modal>
  );
}

/** The button that opened it is removed where there is no next page any more: the focus then moves to the screen. */
function focusIfLost(): void {
  if (document.activeElement === document.body) document.getElementById('main')?.focus();
}
