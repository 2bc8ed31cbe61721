import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import { plainName, plainText } from '#shared/plain-text.ts';
import type { Proposal } from './binding-editor.ts';
import { roleLabel } from './bindings-report.ts';
import { contractFailureOf } from './http/contract-failure.ts';
import { readAddress } from './http/origin-rule.ts';
import type { LiveMarketplace } from './marketplace.ts';
import { ROLE_FACTS } from './openapi/roles.ts';
import { askSandbox } from './sandbox.ts';

export type MarketplaceHandlersDeps = {
  marketplace: () => LiveMarketplace;
  /** Asks the user outside the page about a local or unencrypted address. */
  mayReach: (address: URL) => Promise<boolean>;
  /** Asks the user outside the page. */
  confirm: (question: { title: string; words: string; detail: string }) => Promise<boolean>;
  /** Called when a marketplace held back at the start is opened. */
  opened: () => void;
};

/** What the document fills in by itself, in a sentence: it is a part of what the user allows. */
function alwaysSent({ members, map }: Pick<Proposal, 'members' | 'map'>): string {
  const sent = members
    .filter(({ name, required, fixed }) => required && fixed !== null && !Object.values(map).includes(name))
    .map(({ name, fixed }) => `${plainName(name)} ${plainName(fixed ?? '')}`);
  return sent.length === 0 ? '' : ` It always sends ${sent.join(', ')}.`;
}

/** Where the user says that the answer holds fields, in a sentence: what is paid and decided depends on it. */
function readFrom({ answer, choices }: Pick<Proposal, 'answer' | 'choices'>): string {
  const fields = Object.entries(choices).map(([name, pointer]) => {
    const label = answer.find((field) => field.name === name)?.label ?? name;
    return `the ${label} at ${plainText(pointer, 120)}`;
  });
  return fields.length === 0 ? '' : ` Of its answer it reads ${fields.join(', ')}, as you chose.`;
}

/** The handlers of `marketplace`: bindings, and the user's changes to them. */
export function marketplaceHandlers({
  marketplace,
  mayReach,
  confirm,
  opened,
}: MarketplaceHandlersDeps): ContractHandlers['marketplace'] {
  return {
    bindings: () => marketplace().bindings(),
    operations: async ({ role, find }) => ({
      operations: await marketplace().bindingEditor.operations(role, find),
    }),
    propose: ({ role, operationId, members, answer }) =>
      marketplace().bindingEditor.propose(role, operationId, members, answer),
    bind: async ({ role, operationId, members, answer }) => {
      const live = marketplace();
      const proposal = await live.bindingEditor.propose(role, operationId, members, answer);
      if (proposal.refusal !== null)
        fail('not_bindable', `It cannot be bound to this operation: ${proposal.refusal}.`);
      const confirmed = await confirm({
        title: 'Bind an operation by hand?',
        words: `Milepost will send ${proposal.method} ${live.origin}${proposal.path} where it wants to: ${proposal.words}.${alwaysSent(proposal)}${readFrom(proposal)}`,
        detail: `The service calls it “${proposal.operationId}”. ${ROLE_FACTS[proposal.role].access === 'public' ? 'No key goes with it unless the service asks for one.' : 'Your access key goes with it.'} Only allow what you chose yourself just now.`,
      });
      if (!confirmed) fail('not_confirmed', 'You did not confirm it. Nothing was bound.');
      await live.bindingEditor.bind(proposal);
      return undefined;
    },
    release: async ({ role }) => {
      await marketplace().bindingEditor.release(role);
      return undefined;
    },
    open: () => {
      marketplace().open();
      opened();
      return undefined;
    },
    refresh: async () => {
      const refreshed = await marketplace().refreshDocument();
      if (refreshed.ok) return undefined;
      if (refreshed.failure !== null) throw contractFailureOf(refreshed.failure, refreshed.why);
      return fail('document_unusable', refreshed.why);
    },
    wait: () => {
      const { roles, ...wait } = marketplace().wait();
      return { ...wait, waiting: roles.map(roleLabel) };
    },
    askOnce: async () => {
      const reply = await marketplace().askOnce();
      if (!reply.ok)
        throw contractFailureOf(reply.failure, `${reply.failure.message} What is automatic goes on waiting.`);
      return undefined;
    },
    cancelWait: () => {
      marketplace().stopWaiting();
      return undefined;
    },
    askProvider: async ({ address, input }) => {
      const typed = readAddress(address);
      if (typed.ok && !(await mayReach(typed.base)))
        fail('not_confirmed', 'You did not allow this address. Nothing was sent to it.');
      return marketplace().askProvider(address, input);
    },
    askSandbox: () => askSandbox(marketplace()),
  };
}
