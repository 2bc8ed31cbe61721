import { firstItems, flag, label, member, milliseconds, text } from '../reading.ts';

/** What the service asks the person to do before it will say yes. Foreign text. */
export type RequiredAction = { title: string; description: string };

/** The code of a refusal that names none. */
export const CODE_NOT_TOLD = 'not_told';

export type Refusal = {
  code: string;
  retryable: boolean;
  /** The service's own words for why; foreign text. */
  reason: string | null;
  retryAfterMs: number | null;
  requiredActions: RequiredAction[];
};

/** The members that refusals of quotes and of Calls share. A refusal that does not say so is not retryable. */
export function readRefusal(body: unknown): Refusal {
  const continuation = member(body, 'continuation', 'nextAction');
  const actions = member(body, 'requiredActions') ?? member(continuation, 'requiredActions');
  return {
    code: text(member(body, 'code')) ?? CODE_NOT_TOLD,
    retryable: flag(member(body, 'retryable')) ?? false,
    reason: text(member(body, 'reason', 'detail')),
    retryAfterMs: milliseconds(member(body, 'retryAfterMs') ?? member(continuation, 'retryAfterMs')),
    requiredActions: firstItems(actions).flatMap((action) => {
      const title = label(member(action, 'title', 'name', 'action'));
      const description = label(member(action, 'description', 'detail')) ?? '';
      return title === null && description === '' ? [] : [{ title: title ?? description, description }];
    }),
  };
}
