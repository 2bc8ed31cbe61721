import { Button, TextInput } from '@mantine/core';
import type { CurrencyForm, CurrencyProblems, LimitsProblems } from './limits-form.ts';
import classes from './settings.module.css';

type CurrencyLimitsProps = {
  main: CurrencyForm;
  others: readonly CurrencyForm[];
  problems: LimitsProblems;
  onChange: (main: CurrencyForm, others: CurrencyForm[]) => void;
};

const MAIN = {
  perCall: 'Limit for one Call',
  perDay: 'Daily limit',
  perMonth: 'Monthly limit',
  currency: 'Currency',
};
/** Each further currency is identified by its position, because its name may just be being typed. */
const other = (index: number) => ({
  perCall: `One Call, currency ${index + 2}`,
  perDay: `A day, currency ${index + 2}`,
  perMonth: `A month, currency ${index + 2}`,
  currency: `Currency ${index + 2}`,
});

/** Limits for one Call, a day and a month: in the main currency, and in further ones. */
export function CurrencyLimits({ main, others, problems, onChange }: CurrencyLimitsProps) {
  return (
    <>
      <CurrencyRow
        form={main}
        labels={MAIN}
        problems={problems.main}
        onChange={(next) => onChange(next, [...others])}
      />
      {others.map((form, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place; its currency may just be being typed
        <div key={index} className={classes.line}>
          <CurrencyRow
            form={form}
            labels={other(index)}
            problems={problems.others[index] ?? {}}
            onChange={(next) => onChange(main, others.with(index, next))}
          />
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => onChange(main, others.toSpliced(index, 1))}
            aria-label={`Remove currency ${index + 2}`}
          >
            Remove
          </Button>
        </div>
      ))}
      <Button
        size="compact-sm"
        variant="subtle"
        mt={6}
        ml={-8}
        onClick={() => onChange(main, [...others, { currency: '', perCall: '', perDay: '', perMonth: '' }])}
      >
        Add a currency
      </Button>
    </>
  );
}

type CurrencyRowProps = {
  form: CurrencyForm;
  labels: Record<keyof CurrencyForm, string>;
  problems: CurrencyProblems;
  onChange: (form: CurrencyForm) => void;
};

function CurrencyRow({ form, labels, problems, onChange }: CurrencyRowProps) {
  const field = (name: keyof CurrencyForm) => (
    <TextInput
      label={labels[name]}
      value={form[name]}
      error={problems[name]}
      inputMode={name === 'currency' ? 'text' : 'decimal'}
      onChange={(event) => onChange({ ...form, [name]: event.currentTarget.value })}
    />
  );
  return (
    <div className={classes.limits}>
      {field('perCall')}
      {field('perDay')}
      {field('perMonth')}
      {field('currency')}
    </div>
  );
}
