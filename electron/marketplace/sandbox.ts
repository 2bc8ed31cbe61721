import type { ContractHandlers } from '#shared/contract/index.ts';
import type { Marketplace } from './http/answer.ts';

type SandboxAnswer = Awaited<ReturnType<ContractHandlers['marketplace']['askSandbox']>>;

/** Calls the development-only counterparty and reports what its answer shows about the deployment (§4, §7.4). */
export async function askSandbox(marketplace: Marketplace): Promise<SandboxAnswer> {
  const requested = await marketplace.ask('sandboxReference', {});
  if (requested.ok)
    return {
      outcome: 'development',
      words: 'It answered: this deployment is open for development.',
      status: requested.answer.status,
      requestId: requested.answer.requestId,
      body: requested.answer.body,
    };
  const { status, requestId, body, code, message } = requested.failure;
  // An answer that requires a key, a wait or a later try says nothing about the deployment.
  const rejected = status !== null && status >= 400 && status < 500 && ![401, 408, 429].includes(status);
  return {
    outcome: rejected ? 'public_deployment' : 'unclear',
    words: rejected
      ? 'It was rejected, as the contract says of a public deployment. That is no fault.'
      : code === 'unbound'
        ? `It was not asked. ${message}`
        : `What kind of deployment this is cannot be known: ${message}`,
    status,
    requestId,
    body,
  };
}
