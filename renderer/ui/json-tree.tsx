import { Anchor, Code, Text } from '@mantine/core';
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

const AS_READ = 'As Milepost read it';

/** The heading of `AsItCame`: what is shown by its members is not what came letter by letter. */
export const cameHeading = (text: string | null): string => (text === null ? AS_READ : 'As it came');

/** JSON from the service, letter by letter; its members as a tree only where its text is not known. */
export const AsItCame = ({ text, value }: { text: string | null; value: unknown }) =>
  text === null ? (
    <AsRead value={value} open={2} heading="" />
  ) : (
    <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {text}
    </Code>
  );

/**
 * An answer of which Milepost keeps what it read, and not the text: its members, under a heading that says so. Names that
 * stood twice in one object are told, since reading renames the earlier ones.
 * @param heading what stands before `as Milepost read it`; empty where it stands above already
 */
export function AsRead({ value, heading, open = 0 }: { value: unknown; heading?: string; open?: number }) {
  const twice = useMemo(() => [...repeatedNames(value)], [value]);
  const label = heading === undefined ? AS_READ : `${heading}, as Milepost read it`;
  return (
    <>
      <JsonTree value={value} {...(heading === '' ? {} : { label })} open={open} />
      {twice.length > 0 && (
        <Text size="xs" c="dimmed">
          {`More than once in one object: ${twice.map((name) => `“${name}”`).join(', ')}. The last has the name; those before it are numbered.`}
        </Text>
      )}
    </>
  );
}

/** The names that stood more than once in an object: reading calls the earlier ones `usage (1)`. */
function repeatedNames(root: unknown): Set<string> {
  const names = new Set<string>();
  const open = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const name of Object.keys(value)) {
      const first = name.endsWith(' (1)') ? name.slice(0, -' (1)'.length) : null;
      if (first !== null && Object.hasOwn(value, first)) names.add(first);
    }
    open.push(...Object.values(value));
  }
  return names;
}

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
