import { Button, type ButtonProps } from '@mantine/core';
import { IconTicket } from '@tabler/icons-react';
import type { RecordRow } from '#shared/contract/awards.ts';
import type { BookRequest } from '#shared/contract/booking.ts';
import { dateLabel, routeLabel } from '../records/award-labels.ts';
import { useMadeUp } from '../status/made-up.tsx';
import { openBook } from './book-sheet.ts';

type BookButtonProps = {
  /** A record, or its version alone with whether the demo made it up. */
  record:
    | Pick<RecordRow, 'versionId' | 'origin' | 'destination' | 'date' | 'dateText' | 'demo'>
    | (Pick<RecordRow, 'versionId'> & { demo: boolean });
  of?: Omit<BookRequest, 'versionId'>;
  size?: ButtonProps['size'];
};

/** Opens the way from this seat to its ticket: none where it is made up. */
export const BookButton = ({ record, of = {}, size = 'xs' }: BookButtonProps) => {
  const isNamed = 'origin' in record;
  const { versionId, demo } = record;
  if (useMadeUp(demo)) return null;
  return (
    <Button
      size={size}
      aria-label="Book"
      title={isNamed ? `Book ${routeLabel(record)}, ${dateLabel(record)}` : 'Book this record'}
      leftSection={size === 'xs' ? <IconTicket size={15} aria-hidden /> : undefined}
      onClick={() => openBook({ versionId, ...of })}
    >
      Book…
    </Button>
  );
};
