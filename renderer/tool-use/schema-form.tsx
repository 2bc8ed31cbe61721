import { useMemo } from 'react';
import type { InputProblem } from '#shared/contract/catalogue.ts';
import { ThemedForm } from './form-theme.tsx';
import { formValidator } from './form-validator.ts';
import { errorSchemaOf } from './input-problems.ts';

type SchemaFormProps = {
  /** As `formSchema` returned it. */
  schema: Record<string, unknown>;
  data: unknown;
  problems: readonly InputProblem[];
  onChange: (data: unknown) => void;
};

/** Fields made from a Tool's input schema, with the problems found by validation beside them. */
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
