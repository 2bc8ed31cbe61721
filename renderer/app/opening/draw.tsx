/**
 * Run once, when the program is built: renders the first screen as markup, before anything is known of the reader's
 * machine. No browser, no clock, no marketplace.
 */
import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import { prepareScreen } from '../screens.ts';
import { Milepost } from './milepost.tsx';

const FIRST = '/';

/** The first screen's markup. */
export async function drawFirstScreen(): Promise<string> {
  await prepareScreen(FIRST);
  return renderToString(
    <Router ssrPath={FIRST}>
      <Milepost />
    </Router>,
  );
}
