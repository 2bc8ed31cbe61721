import { Button, type ButtonProps } from '@mantine/core';
import { IconTicket } from '@tabler/icons-react';
import type { RecordRow } from '#shared/contract/awards.ts';
import type { BookRequest } from '#shared/contract/booking.ts';
import { dateLabel, routeLabel } from '../records/award-labels.ts';
import { openBook } from './book-sheet.ts';

type BookButtonProps = {
  /** A record, or its version alone. */
  record: Pick<RecordRow, 'versionId' | 'origin' | 'destination' | 'date' | 'dateText'> | number;
  of?: Omit<BookRequest, 'versionId'>;
  size?: ButtonProps['size'];
};

/** Opens the way from this seat to its ticket. */
export const BookButton = ({ record, of = {}, size = 'xs' }: BookButtonProps) => {
  const isNamed = typeof record !== 'number';
  const versionId = isNamed ? record.versionId : record;
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
