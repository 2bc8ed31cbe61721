import { Combobox, Pill, PillsInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { shortened } from '#shared/formats.ts';
import { type Choosable, meantCodes } from '#shared/places/meant.ts';
import { onceReleased } from '../api/press.ts';
import { announce } from '../ui/status-messages.ts';
import { usePillKeys } from './pill-keys.ts';
import classes from './places.module.css';
import { asOneLine, type CodeShape, codesIn, takeTyped, withCodes } from './typed-codes.ts';

type Suggestion = Choosable & { label: string; detail: string };

export type CodesFieldProps = {
  label: string;
  /** Names the list of suggestions, apart from the field's own name. */
  listLabel: string;
  placeholder: string;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  codes: readonly string[];
  shape: CodeShape;
  /** Changes the list as it is at that moment: a name may be resolved after other changes. */
  onChange: (change: (codes: readonly string[]) => string[]) => void;
  onLeave: () => void;
  /** Candidate meanings of a text, best first. Local. */
  suggest: (text: string) => Promise<readonly Suggestion[]>;
  /** Codes to choose from before anything is typed, the most used first. */
  offered: readonly string[];
  /** Codes that are unknown, or that no airline serves: allowed, and marked. */
  unknown: ReadonlySet<string>;
  /** It is in a small form that opens over the page. */
  isNarrow?: boolean;
  /** Whether a code counts only where it is known or chosen from the list: nothing further checks it. */
  mustBeKnown?: boolean;
  /** Whether names stand beside the codes. */
  isNamed?: boolean;
  /** Called when it changes whether typed text is not yet a code in the list. */
  onPending?: (isPending: boolean) => void;
  /** A code's name, on hover. */
  nameOf: (code: string) => string | undefined;
};

/**
 * Several codes: picked from suggestions, typed, or pasted as a list. Typed text is accepted as soon as the field is
 * left.
 */
export function CodesField(props: CodesFieldProps) {
  const { codes, shape, onChange, suggest } = props;
  const [text, setText] = useState('');
  /** Names that are being looked up. */
  const [lookedUp, setLookedUp] = useState<readonly string[]>([]);
  /** The current text, for handlers that run before the next render. */
  const typed = useRef('');
  const field = useRef<HTMLInputElement>(null);
  const isWarm = useRef(false);
  const { onPending } = props;
  const isPending = text.trim() !== '' || lookedUp.length > 0;
  useEffect(() => {
    if (!isPending) return;
    onPending?.(true);
    // Also where the field goes before its name was found.
    return () => onPending?.(false);
  }, [isPending, onPending]);
  const [debounced] = useDebouncedValue(text.trim(), 80);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  /** The current one, for late results: an open list opens nothing. */
  const list = useRef(combobox);
  list.current = combobox;
  const suggestions = useQuery({
    queryKey: ['places', props.listLabel, debounced],
    queryFn: () => suggest(debounced),
    enabled: debounced.length >= 2,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const found: readonly Suggestion[] =
    text.trim().length >= 2
      ? (suggestions.data ?? [])
      : text.trim() === ''
        ? props.offered.map((code) => ({
            codes: [code],
            label: code,
            detail: 'Searched before',
            match: 'code' as const,
            weight: 1,
          }))
        : [];

  /** The places are read into memory at the first request; an early one spares the user the wait. */
  const warmUp = () => {
    if (isWarm.current) return;
    isWarm.current = true;
    void suggest('lon').catch(() => undefined);
  };
  const write = (next: string) => {
    typed.current = next;
    setText(next);
  };
  const add = (added: readonly string[]) => {
    if (added.length > 0) onChange((now) => withCodes(now, added));
  };
  /** An ambiguous name is left to the user: in the field where the focus is, otherwise as it was typed. */
  const leave = (piece: string, isKnown: boolean) => {
    // In small letters it is no code, and the form asks for another.
    if (typed.current !== '' || document.activeElement !== field.current)
      return add([props.mustBeKnown === true ? piece.toLowerCase() : piece]);
    write(piece);
    list.current.openDropdown();
    announce(
      isKnown
        ? `“${shortened(piece)}” may be several. Choose from the list, or write a code in capitals.`
        : `“${shortened(piece)}” is not known. Choose from the list, or write its English name or code.`,
    );
  };
  /** Accepts a finished piece: codes unchanged, a name where it is unambiguous. Resolves once it is accepted. */
  const take = async (piece: string): Promise<void> => {
    const codes = codesIn(piece, shape);
    const { mustBeKnown = false } = props;
    if (!mustBeKnown && codes !== null && piece === piece.toUpperCase()) return add(codes);
    setLookedUp((pieces) => [...pieces, piece]);
    const meant = await meantCodes(piece, codes, suggest, mustBeKnown).catch(() => null);
    const others = meant === null ? await suggest(piece).catch(() => []) : [];
    const isKnown = meant !== null || others.some(({ match }) => match !== 'unserved');
    setLookedUp((pieces) => pieces.toSpliced(pieces.indexOf(piece), 1));
    if (meant === null) leave(piece, isKnown);
    else add(meant);
  };
  const takeRest = async (): Promise<void> => {
    const left = typed.current.trim();
    write('');
    combobox.closeDropdown();
    if (left !== '') await take(left);
  };
  const change = (next: string) => {
    const isPaste = next.length - typed.current.length > 1;
    const { finished, rest } = takeTyped(next, isPaste, shape);
    write(rest);
    for (const piece of finished) void take(piece);
    if (rest.trim().length >= 2) combobox.openDropdown();
    else combobox.closeDropdown();
    combobox.resetSelectedOption();
  };
  const pills = usePillKeys({
    label: props.label,
    codes,
    onRemove: (code) => onChange((now) => now.filter((other) => other !== code)),
    onLeave: props.onLeave,
  });
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (pills.fieldKey(event)) return;
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (combobox.getSelectedOptionIndex() === -1 && typed.current.trim() !== '') void takeRest();
  };

  return (
    <Combobox
      store={combobox}
      // In a portal it would be outside the form that it belongs to, and a choice would close that form.
      withinPortal={props.isNarrow !== true}
      onOptionSubmit={(value) => {
        write('');
        combobox.closeDropdown();
        add(found[Number(value)]?.codes ?? []);
      }}
    >
      <Combobox.DropdownTarget>
        <PillsInput
          label={props.label}
          size={props.isNarrow === true ? 'xs' : 'sm'}
          description={props.description}
          error={props.error}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        >
          <Pill.Group gap={5} ref={pills.group}>
            {codes.map((code, place) => (
              <Pill
                key={code}
                size="sm"
                withRemoveButton
                onRemove={() => pills.remove(place)}
                removeButtonProps={pills.buttonProps(code, place)}
                title={props.nameOf(code)}
                className={classes.pill}
                data-unknown={props.unknown.has(code) || undefined}
              >
                {code}
                {props.isNamed === true && props.nameOf(code) !== undefined && (
                  <span className={classes.pillName}> {props.nameOf(code)}</span>
                )}
              </Pill>
            ))}
            {lookedUp.map((piece) => (
              <Pill key={piece} size="sm" className={classes.pill} data-looked-up>
                {piece}
              </Pill>
            ))}
            <Combobox.EventsTarget
              withExpandedAttribute
              aria-expanded={combobox.dropdownOpened && found.length > 0}
            >
              <PillsInput.Field
                ref={field}
                value={text}
                placeholder={codes.length + lookedUp.length === 0 ? props.placeholder : ''}
                required={props.required ?? false}
                spellCheck={false}
                autoCapitalize="characters"
                onChange={(event) => change(event.currentTarget.value)}
                onPaste={(event) => {
                  const text = event.clipboardData.getData('text');
                  if (!/[\r\n]/.test(text)) return;
                  event.preventDefault();
                  const { value, selectionStart, selectionEnd } = event.currentTarget;
                  const before = value.slice(0, selectionStart ?? value.length);
                  change(before + asOneLine(text) + value.slice(selectionEnd ?? value.length));
                }}
                onFocus={warmUp}
                onClick={() => {
                  if (typed.current === '' && props.offered.length > 0) combobox.openDropdown();
                }}
                onKeyDown={keyDown}
                onBlur={(event) => {
                  if (pills.isWithin(event)) return;
                  combobox.closeDropdown();
                  const left = typed.current.trim();
                  // A code counts for the button that is being pressed; a name that has to be looked up moves no
                  // button, and nothing is reported as missing before it is found.
                  if (left === left.toUpperCase()) void takeRest().then(props.onLeave);
                  else
                    onceReleased(() => {
                      if (document.activeElement !== field.current) void takeRest().then(props.onLeave);
                    });
                }}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown hidden={found.length === 0}>
        <Combobox.Options aria-label={props.listLabel} className={classes.options}>
          {found.map((option, index) => (
            <Combobox.Option
              value={String(index)}
              key={`${option.label} ${option.codes.join()}`}
              disabled={option.codes.length === 0}
            >
              <span className={classes.option}>
                <span>{option.label}</span>
                <span className={classes.detail}>{option.detail}</span>
              </span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
