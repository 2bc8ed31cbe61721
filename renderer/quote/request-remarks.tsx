import { Alert } from '@mantine/core';
import { checkAwardSearchRequest } from '#shared/award-search/request.ts';
import { requestRemarks } from '#shared/award-search/request-remarks.ts';
import { localDay } from '#shared/dates.ts';

/** What an award search cannot find by what it asks for; nothing where it is another Tool's input. */
export function RequestRemarks({ input }: { input: unknown }) {
  const checked = checkAwardSearchRequest(input);
  const remarks = checked.ok ? requestRemarks(checked.request, localDay(Date.now())) : [];
  return remarks.map((remark) => (
    <Alert key={remark} color="orange" variant="light" title={remark} role="note" />
  ));
}
