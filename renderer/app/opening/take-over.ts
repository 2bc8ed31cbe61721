/** Hydrating the prerendered page: what happens to it when its scripts take over. */

/**
 * Attribute with an element's own style in the prerendered page: its policy allows no style attribute in the markup.
 */
const STYLE = 'data-style';

/** Gives each element its own style, replacing the temporary rules. */
export function applyOwnStyles(root: HTMLElement): void {
  for (const element of root.querySelectorAll<HTMLElement>(`[${STYLE}]`)) {
    element.style.cssText = element.getAttribute(STYLE) ?? '';
    element.removeAttribute(STYLE);
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Makes React hydrate the part that handles this event, if it has not yet; it must find the field unchanged. */
const wake = (field: Field): void => void field.dispatchEvent(new Event('keyup', { bubbles: true }));

/** Changes a field as a user does, bypassing React's record of its value. */
function enter(field: Field, value: string): void {
  wake(field);
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  // If the user went on to the next field, this one has lost the focus.
  if (field !== document.activeElement) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
}

const drawnChoice = ({ options }: HTMLSelectElement): string =>
  ([...options].find((option) => option.defaultSelected) ?? options[0])?.value ?? '';

const fieldsOf = (root: HTMLElement): Field[] => [...root.querySelectorAll<Field>('input, textarea, select')];

/** A field's name on the screen: the same in both renderings. */
const nameOf = (field: Field): string => `${field.type} ${field.labels?.[0]?.textContent ?? field.ariaLabel}`;

/**
 * Removes what was typed and chosen before any script could receive it, so that the fields are as prerendered. The
 * returned function enters it again once React listens, together with anything typed meanwhile: into fields of the same
 * names where they were rendered again, and moves the focus along.
 */
export function takeEarlyInput(root: HTMLElement): () => void {
  const again: (() => void)[] = [];
  /** Applies to the field in the page at that time, if there is one. */
  const later = (field: Field, act: (field: Field) => void) => {
    const name = nameOf(field);
    again.push(() => {
      const now = field.isConnected ? field : fieldsOf(root).find((one) => nameOf(one) === name);
      if (now !== undefined) act(now);
    });
  };
  for (const field of fieldsOf(root)) {
    if (field === document.activeElement)
      later(field, (now) => document.activeElement === document.body && now.focus());
    if (field instanceof HTMLInputElement && field.type === 'checkbox') {
      const { checked } = field;
      if (checked === field.defaultChecked) continue;
      field.checked = field.defaultChecked;
      later(field, (now) => {
        wake(now);
        if ((now as HTMLInputElement).checked !== checked) now.click();
      });
    } else if (field instanceof HTMLSelectElement) {
      const { value } = field;
      if (value === drawnChoice(field)) continue;
      field.value = drawnChoice(field);
      later(field, (now) => enter(now, value));
    } else {
      const early = field.value === field.defaultValue ? '' : field.value;
      if (early !== '') field.value = field.defaultValue;
      later(field, (now) => {
        const late = field.value === field.defaultValue ? '' : field.value;
        if (early + late === '') return;
        // Handled as a change only where it differs from the field's known value.
        if (now === field) field.value = field.defaultValue;
        enter(now, early + late);
      });
    }
  }
  return () => {
    for (const enterAgain of again.splice(0)) enterAgain();
  };
}

/** From here on the page is as if rendered by its scripts: the temporary parts are removed. */
export function finishHydration(): void {
  document.querySelector('style[data-drawn]')?.remove();
}
