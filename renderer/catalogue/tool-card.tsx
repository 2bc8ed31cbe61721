import { Checkbox } from '@mantine/core';
import type { Tool } from '#shared/contract/catalogue.ts';
import { toolPath } from '../addresses/catalogue-address.ts';
import classes from '../tools/catalogue.module.css';
import { Health, ListedPrice, providerLabel } from '../tools/tool-labels.tsx';
import { Ago } from '../ui/ago.tsx';
import { PageLink } from '../ui/page-link.tsx';

type ToolCardProps = {
  tool: Tool;
  isChosen: boolean;
  choosable: boolean;
  onChoose: (choose: boolean) => void;
};

/** A Tool in the list. */
export function ToolCard({ tool, isChosen, choosable, onChoose }: ToolCardProps) {
  return (
    <li className={classes.card}>
      <div className={classes.cardMain}>
        <PageLink underline="hover" href={toolPath(tool.toolRef)} fw={600} className={classes.wrap}>
          {tool.title}
        </PageLink>
        <p className={classes.description} title={tool.description}>
          {tool.description}
        </p>
        <div className={classes.facts}>
          <span>{providerLabel(tool)}</span>
          {tool.listingTier !== null && <span>{tool.listingTier}</span>}
          {tool.lastCheckedAt !== null && (
            <span>
              checked <Ago at={tool.lastCheckedAt} />
            </span>
          )}
        </div>
      </div>
      <div className={classes.cardSide}>
        <strong className={classes.price}>
          <ListedPrice tool={tool} />
        </strong>
        <Health status={tool.healthStatus} />
        <Checkbox
          size="xs"
          label="Compare"
          aria-label={`Compare ${tool.title}`}
          checked={isChosen}
          disabled={!choosable}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      </div>
    </li>
  );
}
