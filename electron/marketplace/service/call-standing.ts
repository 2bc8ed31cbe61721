import { fold } from '../answers/fold.ts';
import { CALL_STATES } from './vocabulary.ts';

/** `over`: finished without a result. `in_doubt`: the service itself does not know. */
export type CallStanding = keyof typeof CALL_STATES;

const STANDINGS: ReadonlyMap<string, CallStanding> = new Map(
  Object.entries(CALL_STATES).flatMap(([standing, states]) =>
    states.map((state) => [fold(state), standing as CallStanding] as const),
  ),
);

/** The standing that a service's word for the state of a Call means, in any spelling; null if unknown. */
export const callStanding = (state: string): CallStanding | null => STANDINGS.get(fold(state)) ?? null;
