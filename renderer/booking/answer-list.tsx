import { ActionIcon, Table } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ListedAnswer } from '#shared/contract/booking.ts';
import { plural } from '#shared/formats.ts';
import { programmeLabel } from '#shared/places/programmes.ts';
import { ExportMenu } from '../export/export-menu.tsx';
import { dateLabel, routeLabel } from '../records/award-labels.ts';
import { Ago } from '../ui/ago.tsx';
import prose from '../ui/prose.module.css';
import { ageLabel } from '../ui/relative-time.ts';
import { TableHead } from '../ui/table-head.tsx';
import { answerLabel } from './booking-labels.ts';
import { useRemoveAnswer } from './outcome-part.tsx';

/** The user's answers for a programme, which the experience is counted from. */
export function AnswerList({ programme, answers }: { programme: string; answers: readonly ListedAnswer[] }) {
  const remove = useRemoveAnswer();
  if (answers.length === 0) return null;
  return (
    <details>
      <summary>
        Your {plural(answers.length, 'answer')} for {programmeLabel(programme)}
      </summary>
      <Table aria-label="Your answers">
        <TableHead
          columns={['Flight', 'What happened', 'Age then', 'Answered', { name: '', 'aria-label': 'Actions' }]}
        />
        <Table.Tbody>
          {answers.map((answer) => (
            <Table.Tr key={answer.answerId}>
              <Table.Td>
                {routeLabel(answer.record)}, {dateLabel(answer.record)}
              </Table.Td>
              <Table.Td>{answerLabel(answer)}</Table.Td>
              <Table.Td>{ageLabel(answer.seenAt, answer.answeredAt)}</Table.Td>
              <Table.Td>
                <Ago at={answer.answeredAt} />
              </Table.Td>
              <Table.Td>
                <ActionIcon
                  aria-label={`Delete the answer about ${routeLabel(answer.record)}, ${dateLabel(answer.record)}`}
                  onClick={() => remove.mutate(answer.answerId)}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <p className={prose.small}>
        <ExportMenu label="Export all answers" what={{ view: 'answers' }} />
      </p>
    </details>
  );
}
