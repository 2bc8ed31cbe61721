/** Which groups of the table are collapsed. Pure. */

import { z } from 'zod';

export const collapsedGroupsSchema = z.object({
  /** Whether groups are collapsed by default. */
  all: z.boolean(),
  /** Titles of the groups that differ from the default. */
  except: z.array(z.string()),
});
export type CollapsedGroups = z.infer<typeof collapsedGroupsSchema>;

export const ALL_OPEN: CollapsedGroups = { all: false, except: [] };
export const ALL_COLLAPSED: CollapsedGroups = { all: true, except: [] };

export const isCollapsed = ({ all, except }: CollapsedGroups, title: string): boolean =>
  except.includes(title) !== all;

/** The collapsed groups with one group toggled. */
export const turned = ({ all, except }: CollapsedGroups, title: string): CollapsedGroups => ({
  all,
  except: except.includes(title) ? except.filter((each) => each !== title) : [...except, title],
});
