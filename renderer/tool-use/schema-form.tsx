import { useMemo } from 'react';
import type { InputProblem } from '#shared/contract/catalogue.ts';
import type { AwardMembers } from './award-members.ts';
import { ThemedForm } from './form-theme.tsx';
import { formValidator } from './form-validator.ts';
import { errorSchemaOf } from './input-problems.ts';

type SchemaFormProps = {
  /** As `formSchema` returned it. */
  schema: Record<string, unknown>;
  data: unknown;
  problems: readonly InputProblem[];
  /** Members of an award search, which have the fields of one; empty for any other Tool. */
  award: AwardMembers;
  onChange: (data: unknown) => void;
};

/** A list in one field shows the problems of its entries. */
const ofWholeLists = (problems: readonly InputProblem[], award: AwardMembers): InputProblem[] =>
  problems.map((problem) => {
    const [, name = ''] = problem.pointer.split('/');
    return Object.hasOwn(award, name) ? { ...problem, pointer: `/${name}` } : problem;
  });

/** Fields made from a Tool's input schema, with the problems found by validation beside them. */
export function SchemaForm({ schema, data, problems, award, onChange }: SchemaFormProps) {
  const errors = useMemo(() => errorSchemaOf(ofWholeLists(problems, award)), [problems, award]);
  const uiSchema = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(award).map(([name, meaning]) => [
          name,
          meaning === 'day'
            ? { 'ui:widget': 'departure' }
            : { 'ui:widget': 'airports', 'ui:options': { way: meaning } },
        ]),
      ),
    [award],
  );
  return (
    <ThemedForm
      tagName="div"
      idPrefix="input"
      schema={schema}
      uiSchema={uiSchema}
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
