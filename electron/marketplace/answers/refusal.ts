import { firstItems, flag, label, member, text } from './reading.ts';

/** What the service asks the user to do before it will say yes. Foreign text. */
type RequiredAction = { title: string; description: string };

/** The code of a refusal that names none. */
export const CODE_UNKNOWN = 'unknown_code';

export type RefusalReading = {
  code: string;
  retryable: boolean;
  /** The service's own words for why; foreign text. */
  reason: string | null;
  requiredActions: RequiredAction[];
};

/** The members that refusals of quotes and of Calls share. A refusal that does not say so is not retryable. */
export function readRefusal(body: unknown): RefusalReading {
  const actions =
    member(body, 'requiredActions') ?? member(member(body, 'continuation', 'nextAction'), 'requiredActions');
  return {
    code: text(member(body, 'code')) ?? CODE_UNKNOWN,
    retryable: flag(member(body, 'retryable')) ?? false,
    reason: text(member(body, 'reason', 'detail')),
    requiredActions: firstItems(actions).flatMap((action) => {
      const title = label(member(action, 'title', 'name', 'action'));
      const description = label(member(action, 'description', 'detail')) ?? '';
      return title === null && description === '' ? [] : [{ title: title ?? description, description }];
    }),
  };
}
