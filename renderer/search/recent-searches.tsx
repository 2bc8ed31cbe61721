import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { plural } from '#shared/formats.ts';
import { formRequest } from '../addresses/form-path.ts';
import { savedSearchesQuery } from '../records/queries.ts';
import { SearchTitle } from '../records/search-title.tsx';
import { statusQuery } from '../status/queries.ts';
import { Aged } from '../ui/ago.tsx';
import { scopePath } from '../ui/screen-paths.ts';
import { announce } from '../ui/status-messages.ts';
import { fillForm } from './form-store.ts';
import classes from './search.module.css';

const SHOWN = 8;

/** Recent searches: one click fills in the form, another opens what is saved. Nothing while there are none. */
export function RecentSearches() {
  const { data: searches } = useQuery(savedSearchesQuery);
  const { data: status } = useQuery(statusQuery);
  if (searches === undefined || searches.length === 0) return null;
  return (
    <section className={classes.recent} aria-labelledby="recent-heading">
      <h2 id="recent-heading">Recent searches</h2>
      {status?.marketplace.demo && (
        <p>Award space on the demo changes every minute: run a search again to see what is new.</p>
      )}
      <ul>
        {searches.slice(0, SHOWN).map((search) => (
          <li key={search.searchId}>
            <UnstyledButton
              className={classes.fill}
              title="Fill in the form"
              onClick={() => {
                fillForm(formRequest(search, search.take));
                announce(`Filled in: ${search.title}`);
              }}
            >
              <SearchTitle title={search.title} />
            </UnstyledButton>
            <span className={classes.detail}>
              <Link href={scopePath({ kind: 'search', searchId: search.searchId })}>
                {plural(search.records, 'record')}
              </Link>
              , <Aged at={search.lastRunAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
