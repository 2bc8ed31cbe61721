import { firstItems, flag, label, member, text } from './reading.ts';

/** What the service requires of the user first. Foreign text. */
type RequiredAction = { title: string; description: string };

/** The code of a refusal without one. */
export const CODE_UNKNOWN = 'unknown_code';

export type RefusalReading = {
  code: string;
  retryable: boolean;
  /** The service's own reason; foreign text. */
  reason: string | null;
  requiredActions: RequiredAction[];
};

/** Reads the members that refusals of quotes and of Calls share. Without `retryable` a refusal is not retryable. */
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
