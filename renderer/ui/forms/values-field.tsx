import { MultiSelect } from '@mantine/core';
import { useMemo } from 'react';
import classes from './values-field.module.css';

type ValuesFieldProps = {
  label: string;
  /** What stands in the field while nothing is chosen. */
  placeholder?: string;
  options: readonly { value: string; label: string }[];
  values: readonly string[];
  onChange: (values: string[]) => void;
  /** The name of a chosen value, where its option's label says more than that. */
  nameOf?: ((value: string) => string) | undefined;
  searchable?: boolean | undefined;
};

const WITHIN = { withinPortal: false };

/**
 * Any number of values from a list. The field stays one line, however many are chosen: the open list is below it and must
 * not move under the pointer.
 */
export function ValuesField(props: ValuesFieldProps) {
  const { label, placeholder = '', options, values, onChange, nameOf, searchable = false } = props;
  const data = useMemo(() => [...options], [options]);
  const [first] = values;
  return (
    <MultiSelect
      label={label}
      placeholder={first === undefined ? placeholder : ''}
      data={data}
      value={[...values]}
      onChange={onChange}
      renderPill={({ value, option }) =>
        value !== undefined &&
        value === first && (
          <span className={classes.chosen}>
            {values.length > 1 ? `${values.length} chosen` : (nameOf?.(value) ?? option?.label ?? value)}
          </span>
        )
      }
      classNames={{ pillsList: classes.line }}
      searchable={searchable}
      clearable
      withAlignedLabels
      comboboxProps={WITHIN}
    />
  );
}
