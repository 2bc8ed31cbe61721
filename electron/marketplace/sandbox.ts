import type { ContractHandlers } from '#shared/contract/index.ts';
import type { Marketplace } from './answer.ts';

type SandboxAnswer = Awaited<ReturnType<ContractHandlers['marketplace']['askSandbox']>>;

/** Calls the development-only counterparty and says what its answer shows of the deployment (§4, §7.4). */
export async function askSandbox(marketplace: Marketplace): Promise<SandboxAnswer> {
  const asked = await marketplace.ask('sandboxReference', {});
  if (asked.ok)
    return {
      outcome: 'development',
      words: 'It answered: this deployment is open for development.',
      status: asked.answer.status,
      requestId: asked.answer.requestId,
      body: asked.answer.body,
    };
  const { status, requestId, body, code, message } = asked.failure;
  // Wanting a key, a slower pace or another day says nothing of the deployment.
  const rejected = status !== null && status >= 400 && status < 500 && ![401, 408, 429].includes(status);
  return {
    outcome: rejected ? 'public_deployment' : 'unclear',
    words: rejected
      ? 'It was rejected, as the contract says of a public deployment. That is no fault.'
      : code === 'unbound'
        ? `It was not asked. ${message}`
        : `What kind of deployment this is cannot be told: ${message}`,
    status,
    requestId,
    body,
  };
}
