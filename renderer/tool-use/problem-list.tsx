import { Alert } from '@mantine/core';
import type { InputProblem } from '#shared/contract/catalogue.ts';
import { fieldPathOf } from './input-problems.ts';
import classes from './tool-use.module.css';

/** Everything that is wrong with an input in one place, also what has no field of its own. */
export function ProblemList({ problems }: { problems: readonly InputProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      mt="md"
      title={problems.length === 1 ? 'One thing to put right' : `${problems.length} things to put right`}
    >
      <ul className={classes.problems}>
        {problems.map((problem) => (
          <li key={`${problem.pointer}\n${problem.words}`}>
            <code>{fieldPathOf(problem)}</code>: {problem.words}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
