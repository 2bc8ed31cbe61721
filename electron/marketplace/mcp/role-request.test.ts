import { expect, it } from 'vitest';
import { replyOf } from './role-request.ts';

const textOf = (text: string) => ({ content: [{ type: 'text', text }] });
const bodyOf = async (result: unknown) => {
  const reply = await replyOf(result, null, 0, undefined);
  return reply.ok ? reply.answer.body : reply.failure.code;
};

it('keeps every member of a text in which a name stands twice, as HTTP answers do, so that it fits no declaration', async () => {
  expect(await bodyOf(textOf('{"tools":[{"id":"a","id":"b","price":1}],"total":1,"total":2}'))).toEqual({
    tools: [{ 'id (1)': 'a', id: 'b', price: 1 }],
    'total (1)': 1,
    total: 2,
  });
  expect(await bodyOf(textOf(`\ufeff{"t\\u006ftal":1,"total":2}`))).toEqual({ 'total (1)': 1, total: 2 });
  expect(await bodyOf(textOf('{"total":1'))).toBe('unreadable');
});
