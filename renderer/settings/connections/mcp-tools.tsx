import { Button, Group, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { McpTool } from '#shared/contract/program/connections.ts';
import { api } from '../../api/api.ts';
import { NotDone } from '../../ui/failure-notice.tsx';
import { AsRead } from '../../ui/json-tree.tsx';
import { WithRequestId } from '../../ui/request-id.tsx';
import { announce } from '../../ui/status-messages.ts';
import { Tag } from '../../ui/tag.tsx';
import classes from './connections.module.css';
import { readToolInput, toolInputBegun } from './tool-input.ts';

/** The tools as the service listed them; a read-only one can be tried. */
export function McpTools({ tools }: { tools: readonly McpTool[] }) {
  if (tools.length === 0) return <Text>The service lists no tools.</Text>;
  return (
    <ul className={classes.tools} aria-label="Listed tools">
      {tools.map((tool) => (
        <li key={tool.name}>
          <ListedTool tool={tool} />
        </li>
      ))}
    </ul>
  );
}

function ListedTool({ tool }: { tool: McpTool }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <code style={{ overflowWrap: 'anywhere' }}>{tool.name}</code>
        {tool.title && <span>{tool.title}</span>}
        <Tag tone={tool.readOnly ? 'good' : 'warn'}>
          {tool.readOnly ? 'read-only' : 'may change something'}
        </Tag>
      </summary>
      {isOpen && (
        <div className={classes.tool}>
          {tool.description !== '' && <Text>{tool.description}</Text>}
          <AsRead heading="Input schema" value={tool.inputSchema} open={1} />
          {tool.outputSchema !== null && <AsRead heading="Output schema" value={tool.outputSchema} />}
          {tool.annotations !== null && <AsRead heading="Annotations" value={tool.annotations} />}
          {tool.readOnly ? (
            <TryTool tool={tool} />
          ) : (
            <Text c="dimmed">It does not say that it changes nothing, so it cannot be tried from here.</Text>
          )}
        </div>
      )}
    </details>
  );
}

function TryTool({ tool }: { tool: McpTool }) {
  const [typed, setTyped] = useState(() => toolInputBegun(tool.inputSchema));
  const [problem, setProblem] = useState<string | null>(null);
  const attempt = useMutation({
    mutationFn: (input: Record<string, unknown>) => api.mcp.tryTool({ name: tool.name, input }),
    onSuccess: ({ isError }) =>
      announce(isError ? `${tool.name} says that it failed.` : `${tool.name} answered.`),
  });
  const submit = () => {
    const read = readToolInput(typed);
    setProblem(read.ok ? null : read.why);
    if (read.ok) attempt.mutate(read.input);
  };
  const { data } = attempt;
  return (
    <>
      <Textarea
        label={`Input for ${tool.name}`}
        description="A JSON object that fits the input schema."
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={problem}
        autosize
        minRows={2}
        maxRows={12}
        spellCheck={false}
        classNames={{ input: classes.json }}
      />
      <Group gap="xs">
        <Button size="xs" loading={attempt.isPending} onClick={submit}>
          Try {tool.name}
        </Button>
      </Group>
      <NotDone of={attempt} title="The tool was not called, or gave no answer" />
      {data && (
        <>
          <Text component="div">
            {data.isError ? 'The tool says that it failed' : 'Answered'} in {data.durationMs} ms
            <WithRequestId id={data.requestId} />
          </Text>
          <AsRead heading="Answer" value={data.result} open={2} />
        </>
      )}
    </>
  );
}
