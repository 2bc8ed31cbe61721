import { Alert, Checkbox, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Quote } from '#shared/contract/purchases.ts';
import { wholeAmountLabel } from '#shared/money.ts';
import { needsSecondAct } from '#shared/purchase/authorisation.ts';

type AboveAuthorisationProps = {
  quote: Quote;
  /** Whether the quote can still be approved. */
  open: boolean;
  checked: boolean;
  disabled: boolean;
  onChange: (checked: boolean) => void;
};

const TITLES: Readonly<Partial<Record<Quote['authorisation']['verdict'], string>>> = {
  above: 'This quote is above what is authorised',
  not_comparable: 'This quote cannot be compared with what is authorised',
  unreadable: 'What is authorised for this quote cannot be read',
  other_request: 'This quote is for another request than yours',
};

/**
 * Reports a quote that exceeds what was authorised, and asks for the second confirmation; nothing where it does not.
 */
export function AboveAuthorisation({ quote, open, checked, disabled, onChange }: AboveAuthorisationProps) {
  const { authorisation, ceiling } = quote;
  if (!needsSecondAct(authorisation)) return null;
  const { listed, verdict } = authorisation;
  const upTo = `up to ${wholeAmountLabel(ceiling)}`;
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={TITLES[verdict]}>
      <Text>{authorisation.words} It is never bought without you.</Text>
      {open && (
        <Checkbox
          mt="sm"
          label={
            verdict === 'other_request'
              ? `Approve the other request for ${upTo}`
              : listed === null
                ? `Approve ${upTo}`
                : `Approve ${upTo}, although ${wholeAmountLabel(listed)} is authorised`
          }
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )}
    </Alert>
  );
}
