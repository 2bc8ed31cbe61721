import { Box, Checkbox, Group, Stack, Text } from '@mantine/core';
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
      <Box flex="1 1 auto" miw={0}>
        <PageLink underline="hover" href={toolPath(tool.toolRef)} fw={600} className={classes.wrap}>
          {tool.title}
        </PageLink>
        <p className={classes.description} title={tool.description}>
          {tool.description}
        </p>
        <Group gap="2px 14px" fz="xs" c="dimmed">
          <span>{providerLabel(tool)}</span>
          {tool.listingTier !== null && <span>{tool.listingTier}</span>}
          {tool.lastCheckedAt !== null && (
            <span>
              checked <Ago at={tool.lastCheckedAt} />
            </span>
          )}
        </Group>
      </Box>
      <Stack gap={6} align="flex-end" flex="none" maw="40%">
        <Text component="strong" fz={13} fw={600} ta="right">
          <ListedPrice tool={tool} />
        </Text>
        <Health status={tool.healthStatus} />
        <Checkbox
          size="xs"
          label="Compare"
          aria-label={`Compare ${tool.title}`}
          checked={isChosen}
          disabled={!choosable}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      </Stack>
    </li>
  );
}
