import { type Behaviour, defaultBehaviour } from './knobs/behaviour.ts';
import type { MovingCursor } from './moving-cursor.ts';

/** How the rows of the award search deviate from the contract (§2.2 to 2.4). Empty: not at all. */
export type AwardDrift = {
  /** A cursor that is the position of the next row. */
  movingCursor?: MovingCursor;
  /** Members of the response that are replaced. */
  replace?: Record<string, unknown>;
};

/** Forms of the OpenAPI document. */
export type OpenApiVariant =
  | 'normal'
  | 'missing'
  | 'renamed_paths'
  /** The price of a quote has a name that no vocabulary has, in the document and in the answers alike. */
  | 'unknown_price';

/** Everything about the marketplace that the control surface can change while it runs. */
export type ControlledBehaviour = Behaviour & {
  award: AwardDrift;
  /** Whether another provider lists a Tool of the same award search. */
  secondProvider: boolean;
  openapi: OpenApiVariant;
};

export const usualBehaviour = (): ControlledBehaviour => ({
  ...defaultBehaviour(),
  award: {},
  secondProvider: false,
  openapi: 'normal',
});
