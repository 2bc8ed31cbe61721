import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ContractClient } from '#shared/contract/index.ts';
import { type CollapsedGroups, isCollapsed } from '../../addresses/collapsed-groups.ts';
import { api } from '../../api/api.ts';
import { headingOf } from './group-heading.ts';
import { type GroupLayout, groupLayout, ungrouped } from './group-layout.ts';
import type { Selection } from './selection-rows.ts';
import { tableOrder } from './table-order.ts';

type Group = Awaited<ReturnType<ContractClient['results']['groups']>>[number];

/** A group and the text of its heading. */
export type RecordGroupRow = Group & { heading: string };

/**
 * The groups of a selection and the places of their headings among its rows. While the two counts differ (one answer is
 * older than the other), the rows are shown without groups: a heading is never shown over rows of another group.
 */
export function useRecordGroups(
  { scope, filter, sort, group }: Selection,
  total: number,
  collapsed: CollapsedGroups,
): { groups: readonly RecordGroupRow[]; layout: GroupLayout } {
  const by = group ?? 'date';
  const descending = group !== null && tableOrder(sort, group)[0]?.descending === true;
  const { data } = useQuery({
    queryKey: ['results', 'groups', scope, filter, by, descending],
    queryFn: () => api.results.groups({ scope, filter, by, descending }),
    enabled: group !== null,
    placeholderData: keepPreviousData,
  });
  const groups = group === null ? undefined : data;
  return useMemo(() => {
    const counts = groups?.map((each) => each.records) ?? [];
    const isAll = counts.reduce((sum, count) => sum + count, 0) === total;
    if (groups === undefined || !isAll) return { groups: [], layout: ungrouped(total) };
    const closed = groups.map(({ title }) => isCollapsed(collapsed, title));
    return {
      groups: groups.map((each) => ({ ...each, heading: headingOf(each.title, by) })),
      layout: groupLayout(counts, (group) => closed[group] === true),
    };
  }, [groups, total, collapsed, by]);
}
