import { ContractFailure, type Failure } from '#shared/contract/failure.ts';
import type { ControlClient } from '../../support/marketplace/control-client.ts';
import {
  type ControlledMarketplace,
  startControlledMarketplace,
} from '../../support/marketplace/controlled-marketplace.ts';
import type { FaultInput } from '../../support/marketplace/faults.ts';

/** The embedded marketplace with its control surface, over real HTTP. */
export type Marketplace = { demo: ControlledMarketplace; control: ControlClient; url: string };

export async function openEmbedded(): Promise<Marketplace> {
  const demo = await startControlledMarketplace();
  return { demo, control: demo.control, url: demo.baseUrl };
}

/** A fault for every request of an endpoint until it is cleared: automatic requests of the product change nothing. */
type WithoutTimes<Fault> = Fault extends unknown ? Omit<Fault, 'times'> : never;
export const always = (control: ControlClient, fault: WithoutTimes<FaultInput>): Promise<void> =>
  control.inject({ ...fault, times: 'always' } as FaultInput);

/** The failure that the user sees for a request of the contract; throws where it succeeds. */
export async function failureOf(requested: unknown): Promise<Failure> {
  try {
    await requested;
  } catch (error) {
    if (error instanceof ContractFailure) return error.failure;
    throw error;
  }
  throw new Error('It should have failed.');
}
