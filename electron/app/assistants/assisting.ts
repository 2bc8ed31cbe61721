import { type AssistantsDeps, createAssistants } from '../../assistant/assistants.ts';
import { stackFrames } from '../../log/stack-frames.ts';
import type { AppDeps } from '../app-deps.ts';
import type { InUse } from '../marketplace-in-use.ts';
import { nameOf } from '../status.ts';

export type AssistingDeps = Pick<AppDeps, 'dataDir' | 'clock' | 'log' | 'mcpCommand'> &
  Pick<AssistantsDeps, 'storage' | 'settings' | 'publish' | 'confirm'> & { current: () => InUse };

/** Opens the assistants' access to the marketplace in use. */
export const openAssistants = ({ current, ...deps }: AssistingDeps) =>
  createAssistants({
    ...deps,
    program: deps.mcpCommand ?? null,
    marketplace: () => ({
      identity: current().identity,
      name: nameOf(current()),
      demo: current().address === null,
    }),
    report: (error) => deps.log?.write('error', `what assistants left was not read\n${stackFrames(error)}`),
  });
