import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { plural } from '#shared/formats.ts';
import { api } from '../api/api.ts';
import { SearchTitle } from '../records/search-title.tsx';
import { Ago } from '../ui/ago.tsx';
import { scopePath } from '../ui/screen-paths.ts';
import { announce } from '../ui/status-messages.ts';
import { fillForm } from './form-store.ts';
import classes from './search.module.css';

const SHOWN = 8;

/** Searches that were asked before: one click fills the form in, the other opens what is saved. */
export function RecentSearches() {
  const { data: searches } = useQuery({
    queryKey: ['results', 'searches'],
    queryFn: () => api.results.searches(),
  });
  return (
    <section className={classes.recent} aria-labelledby="recent-heading">
      <h2 id="recent-heading">Asked before</h2>
      {searches?.length === 0 && (
        <p>Nothing yet. What you search is kept here, and stays readable without a network.</p>
      )}
      <ul>
        {searches?.slice(0, SHOWN).map((search) => (
          <li key={search.searchId}>
            <UnstyledButton
              className={classes.fill}
              title="Fill the form in with this"
              onClick={() => {
                fillForm(search.criteria);
                announce(`Filled in: ${search.title}`);
              }}
            >
              <SearchTitle title={search.title} />
            </UnstyledButton>
            <span className={classes.detail}>
              <Link href={scopePath({ kind: 'search', searchId: search.searchId })}>
                {plural(search.records, 'record')}
              </Link>
              , <Ago at={search.lastRunAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
