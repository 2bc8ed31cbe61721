import { Button, Fieldset, Group, Input, Stack, Text } from '@mantine/core';
import { withTheme } from '@rjsf/core';
import { generateTheme } from '@rjsf/mantine';
import {
  type ArrayFieldItemTemplateProps,
  type ArrayFieldTitleProps,
  type BaseInputTemplateProps,
  buttonId,
  canExpand,
  type DescriptionFieldProps,
  type FieldTemplateProps,
  getTemplate,
  type IconButtonProps,
  type ObjectFieldTemplateProps,
  type WidgetProps,
} from '@rjsf/utils';
import { IconPlus } from '@tabler/icons-react';
import { type ComponentType, Suspense } from 'react';
import { dayRemark } from '#shared/award-search/request-remarks.ts';
import { localDay } from '#shared/dates.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import classes from './tool-use.module.css';

const theme = generateTheme();

/** A member with its examples in words below it. */
function FieldTemplate(props: FieldTemplateProps) {
  const { children, errors, help, hidden, schema, fieldPathId, rawErrors } = props;
  if (hidden) return <div hidden>{children}</div>;
  const place = fieldPathId.path.at(-1);
  // A button fills in the form with the whole input's example; an entry's example is shown only below the first one.
  const isKnown = place !== undefined && !(typeof place === 'number' && place > 0);
  const examples = isKnown && Array.isArray(schema.examples) ? schema.examples.slice(0, 3) : [];
  const isGroup = place !== undefined && (schema.type === 'array' || schema.type === 'object');
  return (
    <div className={classes.field}>
      {children}
      {examples.length > 0 && (
        <p className={classes.example}>
          For example{' '}
          {examples.map((example, index) => (
            <span key={JSON.stringify(example)}>
              {index > 0 && ', '}
              <code>{typeof example === 'string' ? example : JSON.stringify(example)}</code>
            </span>
          ))}
        </p>
      )}
      {isGroup &&
        rawErrors?.map((words) => (
          <Input.Error key={words} mt={4}>
            {words}
          </Input.Error>
        ))}
      {errors}
      {help}
    </div>
  );
}

/** An object's members in a group with its name; the whole input has none. */
function ObjectFieldTemplate(props: ObjectFieldTemplateProps) {
  const { title, description, properties, fieldPathId, schema, uiSchema, formData, disabled, registry } =
    props;
  const { AddButton } = registry.templates.ButtonTemplates;
  const isRoot = fieldPathId.path.length === 0;
  const members = (
    <>
      {!isRoot && typeof description === 'string' && <p className={classes.example}>{description}</p>}
      <Stack gap={12}>
        {properties
          .filter(({ hidden }) => !hidden)
          .map(({ name, content }) => (
            <div key={name}>{content}</div>
          ))}
      </Stack>
      {canExpand(schema, uiSchema, formData) && (
        <AddButton
          id={buttonId(fieldPathId, 'add')}
          disabled={disabled ?? false}
          onClick={props.onAddProperty}
          registry={registry}
          {...(uiSchema === undefined ? {} : { uiSchema })}
        />
      )}
    </>
  );
  if (isRoot) return members;
  return <Fieldset legend={title}>{members}</Fieldset>;
}

const DescriptionFieldTemplate = ({ id, description }: DescriptionFieldProps) =>
  description ? (
    <p id={id} className={classes.example}>
      {description}
    </p>
  ) : null;

const ArrayFieldTitleTemplate = ({ title }: ArrayFieldTitleProps) => title;

/** An entry of a list beside the buttons that move and remove it. */
function ArrayFieldItemTemplate({
  children,
  buttonsProps,
  hasToolbar,
  registry,
}: ArrayFieldItemTemplateProps) {
  const Buttons = registry.templates.ArrayFieldItemButtonsTemplate;
  return (
    <div className={classes.entry}>
      <div>{children}</div>
      {hasToolbar && (
        <Group gap={2} wrap="nowrap" flex="none" pt={30}>
          <Buttons {...buttonsProps} />
        </Group>
      )}
    </div>
  );
}

/** An entry of a list is called `Via 1`, and is no more needed than the list. */
function entryLabel({ label, id }: Pick<BaseInputTemplateProps, 'label' | 'id'>) {
  return /_\d+$/u.test(id) ? { label: label.replace(/-(?=\d+$)/u, ' '), required: false } : {};
}

/** Numbers stay as typed: one outside its bounds is reported, not changed. */
const BaseInput = theme.templates?.BaseInputTemplate as ComponentType<BaseInputTemplateProps> | undefined;
function BaseInputTemplate(props: BaseInputTemplateProps) {
  if (BaseInput === undefined) return null;
  const isNumber = props.schema.type === 'number' || props.schema.type === 'integer';
  return (
    <BaseInput
      {...props}
      {...entryLabel(props)}
      options={isNumber ? { ...props.options, clampBehavior: 'none' } : props.options}
    />
  );
}

/** Dates and times as text, exactly as they are sent: no zone is added and no day is shifted. */
const exactText = (placeholder: string) =>
  function ExactText(props: WidgetProps) {
    const Input = getTemplate<'BaseInputTemplate'>('BaseInputTemplate', props.registry, props.options);
    return <Input {...props} type="text" placeholder={props.placeholder || placeholder} />;
  };

const LazyAirports = lazyPart(async () => (await import('./airports-widget.tsx')).AirportsWidget);

/** Loaded when such a field is drawn. */
const AirportsWidget = (props: WidgetProps) => (
  <Suspense fallback={null}>
    <LazyAirports {...props} />
  </Suspense>
);

const DateText = exactText('YYYY-MM-DD');

/** A day of departure: text like any date, and what no airline sells on it. */
function DepartureWidget(props: WidgetProps) {
  const remark = typeof props.value === 'string' ? dayRemark(props.value, localDay(Date.now())) : null;
  return (
    <>
      <DateText {...props} />
      {remark !== null && (
        <Text mt={4} size="xs" fw={500} c="var(--warn)" role="note">
          {remark}
        </Text>
      )}
    </>
  );
}

/** What is needed stays chosen when it is chosen again. */
const Choice = theme.widgets?.SelectWidget as ComponentType<WidgetProps> | undefined;
const SelectWidget = (props: WidgetProps) =>
  Choice && <Choice {...props} options={{ ...props.options, allowDeselect: !props.required }} />;

function AddButton({ onClick, disabled, id }: IconButtonProps) {
  return (
    <Button
      size="xs"
      mt="xs"
      leftSection={<IconPlus size={14} aria-hidden />}
      disabled={disabled ?? false}
      {...(id === undefined ? {} : { id })}
      {...(onClick === undefined ? {} : { onClick })}
    >
      Add
    </Button>
  );
}

/** The form made from a schema, in this product's style. */
export const ThemedForm = withTheme({
  ...theme,
  templates: {
    ...theme.templates,
    ArrayFieldItemTemplate,
    ArrayFieldTitleTemplate,
    DescriptionFieldTemplate,
    FieldTemplate,
    ObjectFieldTemplate,
    BaseInputTemplate,
    ButtonTemplates: { ...theme.templates?.ButtonTemplates, AddButton },
  },
  widgets: {
    ...theme.widgets,
    DateWidget: DateText,
    SelectWidget,
    airports: AirportsWidget,
    departure: DepartureWidget,
    DateTimeWidget: exactText('YYYY-MM-DDThh:mm:ssZ'),
    TimeWidget: exactText('hh:mm:ssZ'),
  },
});
