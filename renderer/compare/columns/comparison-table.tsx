import { Button, Group, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconStarFilled } from '@tabler/icons-react';
import { Link } from 'wouter';
import { contentKeys } from '#shared/content-keys.ts';
import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import type { CompareColumn } from '#shared/contract/comparison.ts';
import { resultsPath, USUAL_FILTER } from '../../addresses/results-address.ts';
import { BookButton } from '../../booking/book-button.tsx';
import { SearchTitle } from '../../records/search-title.tsx';
import { MadeUpMark } from '../../status/made-up.tsx';
import { useNow } from '../../ui/now.ts';
import classes from '../compare.module.css';
import { WideTable } from '../wide-table.tsx';
import { ROUNDING, type Worth } from '../worth/worth-rows.ts';
import { AddRoute } from './add-route.tsx';
import type { ComparedColumn } from './compared-column.ts';
import { type ComparedRow, comparisonRows, LISTS } from './comparison-rows.ts';
import { figurePath } from './figure-paths.ts';
import { shortTitles } from './short-titles.ts';

type ComparisonTableProps = {
  columns: readonly CompareColumn[];
  compared: readonly ComparedColumn[];
  titles: readonly string[];
  worth: Worth;
  /** The filter of every column, in addition to its own. */
  common: RecordFilter;
  onScope: (index: number, scope: Scope) => void;
  onRemoveColumn: (index: number) => void;
  /** The figures, or the lists of names, which are long and come after the days. */
  part: 'figures' | 'lists';
};

const PARTS = {
  figures: { label: 'Route comparison', has: (row: ComparedRow) => !LISTS.has(row.name) },
  lists: { label: 'Programmes and airlines', has: (row: ComparedRow) => LISTS.has(row.name) },
};

/** Names shown of a list before the rest is unfolded. */
const SHOWN = 5;

/** The figures side by side; the best of each row is marked in text and style, ties alike. */
export function ComparisonTable(props: ComparisonTableProps) {
  const { columns, compared, titles, worth, common } = props;
  const { label, has } = PARTS[props.part];
  const now = useNow();
  const short = shortTitles(titles);
  const pathOf = (row: string, index: number): string | null => {
    const column = columns[index];
    const figures = compared[index];
    if (column === undefined || figures === undefined || !figures.isStored || figures.direct.of === 0)
      return null;
    return figurePath(row, column, common, figures.cheapestVersion);
  };
  const keys = contentKeys(columns);
  return (
    <>
      {props.part === 'lists' && (
        <Title order={2} size="h5" mt="xl" mb="xs">
          {label}
        </Title>
      )}
      <WideTable label={props.part === 'lists' ? label : 'Comparison'} minWidth={150 + compared.length * 148}>
        <table aria-label={label} className={classes.comparison}>
          <thead>
            <tr>
              <td className={classes.rowHead} />
              {columns.map(({ scope, filter }, index) => (
                <th key={keys[index]} scope="col" style={{ overflowWrap: 'anywhere' }}>
                  {compared[index]?.isStored === false ? (
                    <LostColumn
                      title={titles[index] ?? ''}
                      isRoute={scope.kind === 'matching'}
                      onScope={(typed) => props.onScope(index, typed)}
                      onRemoveColumn={() => props.onRemoveColumn(index)}
                    />
                  ) : (
                    <Link
                      href={resultsPath({ scope, filter: { ...USUAL_FILTER, ...filter } })}
                      className={classes.titleLink}
                      title={titles[index]}
                    >
                      <SearchTitle title={short[index] ?? ''} />
                    </Link>
                  )}
                  <MadeUpMark demo={compared[index]?.demo} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {comparisonRows(compared, now, worth)
              .filter(has)
              .map((row) => (
                <tr key={row.name}>
                  <th scope="row">{row.name}</th>
                  {row.cells.map((cell, index) => (
                    <td key={keys[index]} data-best={cell.best || undefined}>
                      <Figure cell={cell} path={pathOf(row.name, index)} />
                      {cell.best && <Best reason={row.reason} />}
                      {cell.caution && <div className={classes.detail}>{cell.caution}</div>}
                      {cell.detail &&
                        (props.part === 'lists' ? (
                          <Names names={cell.detail.split(', ')} />
                        ) : (
                          <div className={classes.detail}>{cell.detail}</div>
                        ))}
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
          {props.part === 'figures' && compared.some(({ cheapestVersion }) => cheapestVersion !== null) && (
            <tfoot className={classes.notOnPaper}>
              <tr>
                <th scope="row">The cheapest</th>
                {compared.map(({ cheapestVersion, demo }, index) => (
                  <td key={keys[index]}>
                    {cheapestVersion !== null && (
                      <BookButton record={{ versionId: cheapestVersion, demo }} size="compact-xs" />
                    )}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </WideTable>
      {props.part === 'figures' && worth.fare !== null && (
        <p className={classes.note}>Value against the fare: {ROUNDING}.</p>
      )}
    </>
  );
}

/** A figure that links to what it was counted from; plain text where there is nothing behind it. */
const Figure = ({ cell, path }: { cell: ComparedRow['cells'][number]; path: string | null }) =>
  path === null ? (
    <span className={classes.figure}>{cell.words}</span>
  ) : (
    <Link href={path} className={classes.figureLink}>
      {cell.words}
    </Link>
  );

/** A list of names, folded where it is long. */
function Names({ names }: { names: readonly string[] }) {
  const more = names.slice(SHOWN);
  return (
    <div className={classes.detail}>
      {names.slice(0, SHOWN).join(', ')}
      {more.length > 0 && (
        <details>
          <summary>and {more.length} more</summary>
          {more.join(', ')}
        </details>
      )}
    </div>
  );
}

type LostColumnProps = {
  title: string;
  /** Whether its address names its route; that of a search or run has only a number. */
  isRoute: boolean;
  onScope: (scope: Scope) => void;
  onRemoveColumn: () => void;
};

/** The head of a column that nothing is stored for: what happened, and what can be done. */
function LostColumn({ title, isRoute, onScope, onRemoveColumn }: LostColumnProps) {
  return (
    <>
      {title}
      <Text mt={4} mb={8} size="xs" fw={400} c="dimmed">
        {isRoute ? 'Nothing is saved for this route.' : 'It is not in this data file.'}
      </Text>
      <Group gap={6} className={classes.notOnPaper}>
        <AddRoute label="Type a route" onScope={onScope} />
        <Button size="xs" onClick={onRemoveColumn}>
          Remove
        </Button>
      </Group>
    </>
  );
}

/** Marks a cell as the best of its row, with the reason. */
function Best({ reason }: { reason: string }) {
  return (
    <span className={classes.best}>
      <IconStarFilled size={10} aria-hidden />
      <VisuallyHidden>best: </VisuallyHidden>
      {reason}
    </span>
  );
}
