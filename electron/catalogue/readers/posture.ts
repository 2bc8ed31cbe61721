import type { Posture } from '#shared/contract/catalogue.ts';
import { ownEntry } from '#shared/own-entry.ts';
import { plainName } from '#shared/plain-text.ts';
import { kindOf, label, member, unknownKind } from '../../marketplace/answers/reading.ts';
import { readTool } from './tool-reading.ts';
import { toolIn, type Unwrapped, unwrapped } from './wrapping.ts';

type Known = { state: Posture['state']; words: string };

/** The service's reasons why a Tool cannot be called. */
const REASONS: Readonly<Record<string, Known>> = {
  setup_required: { state: 'needs_setup', words: 'Needs setup at the service before it can be called.' },
  inspection_required: {
    state: 'unavailable',
    words: 'The service has to inspect it before it can be called.',
  },
  temporarily_unavailable: { state: 'unavailable', words: 'Unavailable for the time being.' },
  readiness_expired: {
    state: 'unavailable',
    words: 'The service has not confirmed lately that it is ready.',
  },
  publisher_withdrew: { state: 'unavailable', words: 'Its publisher has withdrawn it.' },
  under_review: { state: 'unavailable', words: 'Under review at the service.' },
  updated_terms_require_review: {
    state: 'needs_setup',
    words: 'Its terms have changed and have to be reviewed at the service before it can be called.',
  },
  not_supported_by_ae: { state: 'unavailable', words: 'The service lists it but does not call it.' },
};

const CALLABLE: Posture = { state: 'callable', reason: null, words: 'Can be quoted and called.' };

const unreadable = (reason: string | null, kind: ReturnType<typeof kindOf>): Posture => ({
  state: 'unknown',
  reason,
  words: unknownKind('description', kind),
});

const KINDS = ['found', 'notfound', 'unavailable'];

/** A describe answer, unwrapped. */
export const describeAnswer = (answered: unknown): Unwrapped =>
  unwrapped(
    answered,
    (value) => KINDS.includes(kindOf(value)?.folded ?? '') || readTool(toolIn(value)) !== null,
  );

/** Whether the Tool of a describe answer can be called now. An unreadable answer counts as not callable. */
export function readPosture(body: unknown): Posture {
  const kind = kindOf(body);
  const reason = label(member(body, 'reason'));
  switch (kind?.folded) {
    case 'found':
      return CALLABLE;
    case 'notfound':
      return { state: 'not_found', reason, words: 'The service did not find it.' };
    case 'unavailable': {
      const known = reason === null ? undefined : ownEntry(REASONS, reason);
      if (known !== undefined) return { ...known, reason };
      const words =
        reason === null
          ? 'Unavailable; the service does not say why.'
          : `Unavailable: the service says “${plainName(reason)}”.`;
      return { state: 'unavailable', reason, words };
    }
    case undefined:
      // Without a kind, a readable Tool counts as found; the free quote verifies the rest.
      if (reason === null && readTool(toolIn(body)) !== null) return CALLABLE;
      return unreadable(null, kind);
    default:
      return unreadable(kind?.written ?? null, kind);
  }
}

/** The posture of a Tool that was listed but never described. */
export const NOT_DESCRIBED: Posture = {
  state: 'unknown',
  reason: null,
  words: 'Not described yet: whether it can be called is not known.',
};
