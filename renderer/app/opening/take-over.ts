/** What becomes of the page that was drawn when the program was built, when its scripts take it over. */

/** Where the drawn page carries an element's own style: its policy allows none that stands in the markup. */
const STYLE = 'data-style';

/** Gives each element its own style, in place of the rules that stood for it until now. */
export function ownStyles(root: HTMLElement): void {
  for (const element of root.querySelectorAll<HTMLElement>(`[${STYLE}]`)) {
    element.style.cssText = element.getAttribute(STYLE) ?? '';
    element.removeAttribute(STYLE);
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** React takes over what an event of a hand comes to, if it has not yet; it must find the field as it was drawn. */
const wake = (field: Field): void => void field.dispatchEvent(new Event('keyup', { bubbles: true }));

/** Changes a field as a user does: past React's own record of what it holds. */
function enter(field: Field, value: string): void {
  wake(field);
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  // Whoever went on to the next field has left this one.
  if (field !== document.activeElement) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
}

const drawnChoice = ({ options }: HTMLSelectElement): string =>
  ([...options].find((option) => option.defaultSelected) ?? options[0])?.value ?? '';

const fieldsOf = (root: HTMLElement): Field[] => [...root.querySelectorAll<Field>('input, textarea, select')];

/** What a field is called on the screen: the same whoever drew it. */
const nameOf = (field: Field): string => `${field.type} ${field.labels?.[0]?.textContent ?? field.ariaLabel}`;

/**
 * Takes out of the fields what was typed and chosen before any script could hear of it, so that they are as they were
 * drawn. What is returned enters it again once somebody listens, with what was typed into them meanwhile: where they were
 * drawn anew, into those of the same names, and the focus goes along.
 */
export function takeEarlyInput(root: HTMLElement): () => void {
  const again: (() => void)[] = [];
  /** Does something with a field as it stands in the page by then, if it does. */
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
        // Heard as a change only where it differs from what the field is known to hold.
        if (now === field) field.value = field.defaultValue;
        enter(now, early + late);
      });
    }
  }
  return () => {
    for (const enterAgain of again.splice(0)) enterAgain();
  };
}

/** From here on the page is as if its scripts had drawn it: what stood for them until now goes. */
export function endDrawn(): void {
  document.querySelector('style[data-drawn]')?.remove();
}
