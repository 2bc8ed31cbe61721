import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { awardToolsQuery } from '../records/queries.ts';
import type { ToolForm, ToolProblems } from './limits-form.ts';
import classes from './settings.module.css';

type ToolLimitsProps = {
  tools: readonly ToolForm[];
  /** The currency that a new line starts with. */
  currency: string;
  problems: readonly ToolProblems[];
  onChange: (tools: ToolForm[]) => void;
};

/**
 * Limits of single Tools in addition to the general ones. They follow the Tool's capability, also to a new price or
 * version.
 */
export function ToolLimits({ tools, currency, problems, onChange }: ToolLimitsProps) {
  const choices = useKnownTools().filter(({ toolId }) => !tools.some((tool) => tool.toolId === toolId));
  return (
    <Stack gap={10} mt={14}>
      {tools.map((tool, index) => {
        const field = (name: 'perDay' | 'perMonth' | 'currency', label: string) => (
          <TextInput
            label={label}
            aria-label={`${tool.title}: ${label.toLowerCase()}`}
            value={tool[name]}
            error={problems[index]?.[name]}
            inputMode={name === 'currency' ? 'text' : 'decimal'}
            placeholder={name === 'currency' ? undefined : 'none'}
            onChange={(event) => onChange(tools.with(index, { ...tool, [name]: event.currentTarget.value }))}
          />
        );
        return (
          <div key={tool.toolId} className={classes.line}>
            <Text fw={600}>{tool.title}</Text>
            <div className={classes.limits}>
              {field('perDay', 'A day')}
              {field('perMonth', 'A month')}
              {field('currency', 'In')}
            </div>
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() => onChange(tools.toSpliced(index, 1))}
              aria-label={`Remove the limit of ${tool.title}`}
            >
              Remove
            </Button>
          </div>
        );
      })}
      {choices.length > 0 && (
        <NativeSelect
          size="xs"
          aria-label="Add a limit for one Tool"
          maw={320}
          value=""
          onChange={(event) => {
            const chosen = choices.find(({ toolId }) => toolId === event.currentTarget.value);
            if (chosen) onChange([...tools, { ...chosen, currency, perDay: '', perMonth: '' }]);
          }}
          data={[
            { value: '', label: 'Add a limit for one Tool…' },
            ...choices.map(({ toolId, title }) => ({ value: toolId, label: title })),
          ]}
        />
      )}
    </Stack>
  );
}

/** The Tools that were bought from or that the award search can use, by the key of limits. */
function useKnownTools(): { toolId: string; title: string }[] {
  const bought = useQuery({
    queryKey: ['purchases', 'accounts', 'all'],
    queryFn: () => api.purchases.accounts({}),
  });
  const awards = useQuery(awardToolsQuery);
  const known = new Map<string, string>();
  for (const { tool } of awards.data?.tools ?? []) known.set(tool.capabilityId ?? tool.toolRef, tool.title);
  for (const { toolId, title } of bought.data?.byTool ?? []) known.set(toolId, title);
  return [...known].map(([toolId, title]) => ({ toolId, title }));
}
