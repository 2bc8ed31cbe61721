import { expect, it } from 'vitest';
import { readPosture } from './posture.ts';

const tool = { toolRef: 'operation:v1:a', title: 'Award seat search' };

it.each([
  ['its kind', { kind: 'found', tool }, 'callable'],
  ['the Tool alone', { tool }, 'callable'],
  ['the Tool and why it is not ready', { tool, reason: 'setup_required' }, 'unknown'],
  ['no Tool that can be read', { tool: { title: 'Award seat search' } }, 'unknown'],
  ['its reference alone', { toolRef: tool.toolRef }, 'unknown'],
  ['another kind', { kind: 'archived', tool }, 'unknown'],
])('a description with %s shows whether the Tool can be called', (_, body, state) => {
  expect(readPosture(body).state).toBe(state);
});
