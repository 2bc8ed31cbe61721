/** What the drawer of a record says of its source, its programme and its airlines. */
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RecordRow } from '#shared/contract/awards.ts';
import { programmeLabel, programmeSite } from '#shared/places/programmes.ts';
import { sourceName } from '#shared/record-kinds/record-kinds.ts';
import { awardToolsQuery } from './queries.ts';

/** Its source, with the provider's own name where the cached catalogue has it. */
export function SourceOf({ row }: { row: RecordRow }) {
  const { data } = useQuery(awardToolsQuery);
  const known = data?.tools.find(({ tool }) => tool.provider.slug === row.provider);
  return sourceName({ ...row, ...(known !== undefined && { provider: known.provider }) });
}

/** The programme's own name, and its site: the address of its award search is not known. */
export function ProgrammeName({ source }: { source: string }) {
  const site = programmeSite(source);
  return (
    <>
      {source === '' ? 'not given' : programmeLabel(source)}
      {site !== null && (
        <div>
          <Anchor href={site} target="_blank" rel="noreferrer" inherit>
            {site.replace('https://www.', '')}, the programme’s site
          </Anchor>
        </div>
      )}
    </>
  );
}
