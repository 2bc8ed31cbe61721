import { randomUUID } from 'node:crypto';
import { type AssistantsDeps, createAssistants } from '../../assistant/assistants.ts';
import { stackFrames } from '../../log/stack-frames.ts';
import type { AppDeps } from '../app-deps.ts';
import type { InUse } from '../marketplace-in-use.ts';
import { nameOf } from '../status.ts';
import { type AssistantSourcesDeps, assistantSources } from './sources.ts';

export type AssistingDeps = Pick<AppDeps, 'dataDir' | 'clock' | 'version' | 'log' | 'mcpCommand'> &
  Pick<AssistantsDeps, 'storage' | 'settings' | 'publish' | 'confirm'> &
  Pick<AssistantSourcesDeps, 'reads' | 'places' | 'limits'> & { current: () => InUse };

/** Opens the assistants' access to the marketplace in use. */
export function openAssistants({ current, reads, places, limits, ...deps }: AssistingDeps) {
  const marketplace = () => ({
    identity: current().identity,
    name: nameOf(current()),
    demo: current().address === null,
  });
  return createAssistants({
    ...deps,
    newId: randomUUID,
    program: deps.mcpCommand ?? null,
    marketplace,
    sources: assistantSources({ ...deps, reads, places, limits, marketplace }),
    report: (error) => deps.log?.write('error', `an assistant was not answered\n${stackFrames(error)}`),
  });
}
