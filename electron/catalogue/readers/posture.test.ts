import { expect, it } from 'vitest';
import { describeAnswer, readPosture } from './posture.ts';

const tool = { toolRef: 'operation:v1:a', title: 'Award seat search' };

it.each([
  ['its kind', { kind: 'found', tool }, 'callable'],
  ['the Tool alone', { tool }, 'callable'],
  ['the Tool and why it is not ready', { tool, reason: 'setup_required' }, 'unknown'],
  ['no Tool that can be read', { tool: { title: 'Award seat search' } }, 'unknown'],
  ['its reference alone', { toolRef: tool.toolRef }, 'unknown'],
  ['the Tool within data', { status: 'success', data: { tool } }, 'callable'],
  ['the Tool as its data', { data: tool }, 'callable'],
  ['the Tool as the answer', tool, 'callable'],
  ['its kind within a result', { result: { kind: 'unavailable', reason: 'under_review' } }, 'unavailable'],
  ['that it was not found, within a response', { response: [{ kind: 'not_found' }] }, 'not_found'],
  ['a mere reference within data', { data: { toolRef: tool.toolRef } }, 'unknown'],
  ['a reason beside the Tool within data', { reason: 'setup_required', data: { tool } }, 'unknown'],
  ['another kind', { kind: 'archived', tool }, 'unknown'],
])('a description with %s shows whether the Tool can be called', (_, body, state) => {
  expect(readPosture(describeAnswer(body).body).state).toBe(state);
});
