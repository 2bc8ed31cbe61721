import { useMemo } from 'react';
import type { InputProblem } from '#shared/contract/catalogue.ts';
import { ThemedForm } from './form-theme.tsx';
import { formValidator } from './form-validator.ts';
import { errorSchemaOf } from './input-problems.ts';

type SchemaFormProps = {
  /** As `formSchema` made it. */
  schema: Record<string, unknown>;
  data: unknown;
  problems: readonly InputProblem[];
  onChange: (data: unknown) => void;
};

/** Fields made from a Tool's input schema. What is wrong is said beside them by whoever checks the input. */
export function SchemaForm({ schema, data, problems, onChange }: SchemaFormProps) {
  const errors = useMemo(() => errorSchemaOf(problems), [problems]);
  return (
    <ThemedForm
      tagName="div"
      idPrefix="input"
      schema={schema}
      validator={formValidator}
      formData={data}
      extraErrors={errors}
      onChange={({ formData }) => onChange(formData)}
      showErrorList={false}
      noHtml5Validate
      noValidate
    >
      <span />
    </ThemedForm>
  );
}
