import { ContractFailure, type Failure } from '#shared/contract/failure.ts';
import { type DemoMarketplace, startDemoMarketplace } from '../../../electron/demo-marketplace/index.ts';
import { type ControlClient, controlClient, type FaultInput } from '../../support/control-client.ts';

/** The embedded marketplace with its control surface, over real HTTP. */
export type Marketplace = { demo: DemoMarketplace; control: ControlClient; url: string };

export async function openEmbedded(): Promise<Marketplace> {
  const demo = await startDemoMarketplace({ control: {} });
  if (demo.control === undefined) throw new Error('The marketplace was started without its control surface.');
  return { demo, control: controlClient(demo.control), url: demo.baseUrl };
}

/** A fault that meets every request of an endpoint until it is cleared: what the product asks by itself changes nothing. */
type WithoutTimes<Fault> = Fault extends unknown ? Omit<Fault, 'times'> : never;
export const always = (control: ControlClient, fault: WithoutTimes<FaultInput>): Promise<number> =>
  control.inject({ ...fault, times: 'always' } as FaultInput);

/** What the user is told where a request of the contract fails; throws where it does not. */
export async function failureOf(requested: unknown): Promise<Failure> {
  try {
    await requested;
  } catch (error) {
    if (error instanceof ContractFailure) return error.failure;
    throw error;
  }
  throw new Error('It should have failed.');
}
