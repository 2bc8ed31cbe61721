import type { ControlClient } from '../support/marketplace/control-client.ts';

/** The marketplace's answers to an order; for each, everything is destroyed at every point. */
export const ANSWERS: Record<string, (control: ControlClient) => Promise<unknown>> = {
  'completed at once': (control) => control.behave({ callPlan: { outcome: 'completed' } }),
  'pending, then completed': (control) =>
    control.behave({ callPlan: { outcome: 'pending', polls: 1, retryAfterMs: 20 } }),
  'unknown, then completed': (control) =>
    control.behave({ callPlan: { outcome: 'outcome_unknown', polls: 1 } }),
  'acknowledgement dropped': (control) =>
    control.inject({ on: 'tool.call', kind: 'drop_acknowledgement', times: 1 }),
};
export const DROPPED = 'acknowledgement dropped';

/** `atMost` of the numbers from 1 to `points`, spread evenly. */
export const spread = (points: number, atMost: number): number[] => {
  const stride = Math.max(1, points / atMost);
  const chosen: number[] = [];
  for (let at = 1; at <= points; at += stride) chosen.push(Math.round(at));
  return chosen;
};
