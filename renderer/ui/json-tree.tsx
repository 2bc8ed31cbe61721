import { Anchor, Code } from '@mantine/core';
import { useState } from 'react';
import classes from './components.module.css';

/** Members rendered at once; a list of a thousand records opens in steps. */
const STEP = 100;

/**
 * Any JSON value as a tree that opens with a click, Enter or Space. Text is shown as text, never read as markup.
 * @param open how many levels are open at first
 */
export function JsonTree({ value, label, open = 1 }: { value: unknown; label?: string; open?: number }) {
  return (
    <div className={classes.tree}>
      <JsonNode name={label} value={value} open={open} />
    </div>
  );
}

/**
 * JSON from the service, letter by letter; its members as a tree only where its text is not known, since a tree is made of
 * parsed values: `1.0` would be 1 there.
 */
export const AsItCame = ({ text, value }: { text: string | null; value: unknown }) =>
  text === null ? (
    <JsonTree value={value} open={2} />
  ) : (
    <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {text}
    </Code>
  );

type NodeProps = { name: string | undefined; value: unknown; open: number };

function JsonNode({ name, value, open }: NodeProps) {
  const [isOpen, setIsOpen] = useState(open > 0);
  const [shown, setShown] = useState(STEP);
  const key = name === undefined ? null : <span className={classes.key}>{name}: </span>;
  if (typeof value !== 'object' || value === null) {
    return (
      <div className={classes.leaf}>
        {key}
        <JsonLeaf value={value} />
      </div>
    );
  }
  const isList = Array.isArray(value);
  const entries: [string, unknown][] = Object.entries(value);
  const size = isList ? `[${entries.length}]` : `{${entries.length}}`;
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        {key}
        <span className={classes.dim}>{size}</span>
      </summary>
      {isOpen && (
        <ul>
          {entries.slice(0, shown).map(([member, inner]) => (
            <li key={member}>
              <JsonNode name={member} value={inner} open={open - 1} />
            </li>
          ))}
          {entries.length > shown && (
            <li>
              <Anchor component="button" type="button" size="xs" onClick={() => setShown(shown + STEP)}>
                {entries.length - shown} more
              </Anchor>
            </li>
          )}
        </ul>
      )}
    </details>
  );
}

function JsonLeaf({ value }: { value: unknown }) {
  if (typeof value === 'string') return <span className={classes.text}>{JSON.stringify(value)}</span>;
  if (typeof value === 'number') return <span className={classes.number}>{String(value)}</span>;
  return <span className={classes.dim}>{String(value)}</span>;
}
