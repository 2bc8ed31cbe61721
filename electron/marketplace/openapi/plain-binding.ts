import type { Role } from '../http/answer.ts';
import type { AnswerChoices, AnswerMap } from '../service/answer-map.ts';
import type { FailureForm } from '../service/failure-forms.ts';
import type { MemberMap } from './request-members.ts';

/** A binding without the declaration, which stays in the worker. */
export type PlainBinding =
  | {
      bound: true;
      by: 'contract' | 'user' | 'words';
      method: string;
      path: string;
      /** Null if only the contract states method and path. */
      operation: {
        id: string;
        isPublic: boolean | null;
        /** Changes along with the declaration. */
        mark: string;
        members: MemberMap;
        /** Where its answer holds what the role needs; null for a role whose answer is not read. */
        answer: AnswerMap | null;
        /** What it declares of answers that are no success. */
        failures: readonly FailureForm[];
      } | null;
      why: string;
    }
  | { bound: false; why: string };

export type PlainBindings = Readonly<Record<Role, PlainBinding>>;

/**
 * A manual binding: the operation's id, its members mapped to the role's, and the request that the user confirmed, as
 * `requestLine` writes it. `answer`: where the user said that the answer holds fields.
 */
export type ManualBinding = {
  operationId: string;
  members: MemberMap;
  request: string;
  answer?: AnswerChoices | undefined;
};

/** Manual bindings by role. */
export type ManualBindings = Readonly<Record<string, ManualBinding>>;
