import { type PurchaseState, type StateGroup, statesIn } from '#shared/purchase/state.ts';

export type StateColour = 'gray' | 'blue' | 'green' | 'orange' | 'red';

/** Each state in a word or two, for tables and badges; the purchase's `words` state its effect on the money. */
const LABELS: Record<PurchaseState, { label: string; tone: StateColour }> = {
  quoting: { label: 'Getting a quote', tone: 'blue' },
  not_quoted: { label: 'No quote', tone: 'gray' },
  quoted: { label: 'Quoted', tone: 'blue' },
  discarded: { label: 'Discarded', tone: 'gray' },
  expired: { label: 'Expired', tone: 'gray' },
  approved: { label: 'Approved', tone: 'blue' },
  void: { label: 'Void', tone: 'gray' },
  submitted: { label: 'Sent', tone: 'blue' },
  not_sent: { label: 'Not sent', tone: 'gray' },
  pending: { label: 'Waiting', tone: 'blue' },
  unknown: { label: 'May have been charged', tone: 'orange' },
  completed: { label: 'Done', tone: 'green' },
  refused: { label: 'Refused', tone: 'red' },
  cancelled: { label: 'Cancelled', tone: 'gray' },
};

export const stateLabel = (state: PurchaseState): string => LABELS[state].label;
export const stateTone = (state: PurchaseState): StateColour => LABELS[state].tone;

/** The first sentence of a purchase's words in states whose name is shown above: it adds nothing. */
const LEADS: Partial<Record<PurchaseState, string>> = {
  not_quoted: 'No quote. ',
  refused: 'Refused. ',
  cancelled: 'Cancelled by the service. ',
  not_sent: 'It was not sent. ',
};

/** The words of a purchase without what the name of its state already states. */
export function wordsBeyondState({ state, words }: { state: PurchaseState; words: string }): string {
  const lead = LEADS[state] ?? '';
  return words.startsWith(lead) ? words.slice(lead.length) : words;
}

export const UNKNOWN_MESSAGE = 'This may have been charged. Reading its status…';

/** Where a purchase is between "Approve and run" and its end. */
export type ProgressStep = { label: string; state: 'done' | 'now' | 'ahead' };

/** Sent, accepted, waiting, done; null for a purchase in any other state. */
export function progressSteps(state: PurchaseState): ProgressStep[] | null {
  const reached = { approved: 0, submitted: 1, pending: 2, completed: 4 } as const;
  if (!(state in reached)) return null;
  const at = reached[state as keyof typeof reached];
  return ['Sending', 'Sent', 'Accepted, waiting for the service', 'Done'].map((label, index) => ({
    label,
    state: index < at ? 'done' : index === at ? 'now' : 'ahead',
  }));
}

const GROUPS: Readonly<Record<StateGroup, string>> = {
  unresolved: 'Unresolved',
  completed: 'Done',
  quoted: 'Quoted',
  failed: 'Refused',
  'let-go': 'Unused',
};

/** The states that the Purchases screen offers as one choice each. */
export const PURCHASE_FILTERS: readonly { value: string; label: string; states: readonly PurchaseState[] }[] =
  [
    { value: 'all', label: 'All', states: [] },
    ...(Object.keys(GROUPS) as StateGroup[]).map((group) => ({
      value: group,
      label: GROUPS[group],
      states: statesIn(group),
    })),
  ];
