import { Anchor, Code } from '@mantine/core';
import { useMemo, useState } from 'react';
import { membersAt, wholeStart } from '#shared/json-source.ts';
import classes from './components.module.css';

/** Members rendered at once; a list of a thousand records opens in steps. */
const STEP = 100;

/**
 * Any JSON as a tree that opens with a click, Enter or Space. Text is shown as text, never read as markup.
 * @param text valid JSON, whose values are shown letter by letter: `1.0` stays so, and a name that stands twice does too.
 * In its place, a value
 * @param open how many levels are open at first
 */
export function JsonTree({
  label,
  open = 1,
  ...given
}: { label?: string; open?: number } & ({ text: string } | { value: unknown })) {
  const text = 'text' in given ? given.text : (JSON.stringify(given.value) ?? 'null');
  return (
    <div className={classes.tree}>
      <JsonNode name={label} text={text} start={wholeStart(text)} end={text.length} open={open} />
    </div>
  );
}

/** JSON from the service, letter by letter; its members as a tree only where its text is not known. */
export const AsItCame = ({ text, value }: { text: string | null; value: unknown }) =>
  text === null ? (
    <JsonTree value={value} open={2} />
  ) : (
    <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {text}
    </Code>
  );

type NodeProps = {
  name: string | number | undefined;
  text: string;
  start: number;
  end: number;
  open: number;
};

function JsonNode({ name, text, start, end, open }: NodeProps) {
  const [isOpen, setIsOpen] = useState(open > 0);
  const [shown, setShown] = useState(STEP);
  const members = useMemo(() => membersAt(text, start), [text, start]);
  const key = name === undefined ? null : <span className={classes.key}>{name}: </span>;
  if (members === null) {
    return (
      <div className={classes.leaf}>
        {key}
        <JsonLeaf source={text.slice(start, end).trim()} />
      </div>
    );
  }
  const size = text[start] === '[' ? `[${members.length}]` : `{${members.length}}`;
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        {key}
        <span className={classes.dim}>{size}</span>
      </summary>
      {isOpen && (
        <ul>
          {members.slice(0, shown).map((member) => (
            <li key={member.start}>
              <JsonNode {...member} text={text} open={open - 1} />
            </li>
          ))}
          {members.length > shown && (
            <li>
              <Anchor component="button" type="button" size="xs" onClick={() => setShown(shown + STEP)}>
                {members.length - shown} more
              </Anchor>
            </li>
          )}
        </ul>
      )}
    </details>
  );
}

function JsonLeaf({ source }: { source: string }) {
  const style = source.startsWith('"') ? classes.text : /^[-\d]/u.test(source) ? classes.number : classes.dim;
  return <span className={style}>{source}</span>;
}
