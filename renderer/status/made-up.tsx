import { useQuery } from '@tanstack/react-query';
import { MADE_UP } from '#shared/records/made-up.ts';
import { Tag } from '../ui/tag.tsx';
import { statusQuery } from './queries.ts';

/** Whether what the demo made up is shown while another marketplace is in use: there it is nothing to book or to pay. */
export function useMadeUp(demo: boolean | undefined): boolean {
  const { data: status } = useQuery(statusQuery);
  return demo === true && status?.marketplace.demo !== true;
}

/** The mark of what is made up; nothing of anything else, and nothing while the demo itself is in use. */
export const MadeUpMark = ({ demo }: { demo: boolean | undefined }) =>
  useMadeUp(demo) && <Tag tone="warn">{MADE_UP}</Tag>;
