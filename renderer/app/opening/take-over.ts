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
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  // Whoever went on to the next field has left this one.
  if (field !== document.activeElement) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
}

const drawnChoice = ({ options }: HTMLSelectElement): string =>
  ([...options].find((option) => option.defaultSelected) ?? options[0])?.value ?? '';

/**
 * Takes out of the fields what was typed and chosen before any script could hear of it, so that they are as they were
 * drawn. What is returned enters it again once somebody listens, with what was typed into them meanwhile.
 */
export function takeEarlyInput(root: HTMLElement): () => void {
  const again: (() => void)[] = [];
  for (const field of root.querySelectorAll<Field>('input, textarea, select')) {
    if (field instanceof HTMLInputElement && field.type === 'checkbox') {
      if (field.checked === field.defaultChecked) continue;
      field.checked = field.defaultChecked;
      again.push(() => {
        wake(field);
        field.click();
      });
    } else if (field instanceof HTMLSelectElement) {
      const { value } = field;
      if (value === drawnChoice(field)) continue;
      field.value = drawnChoice(field);
      again.push(() => {
        wake(field);
        enter(field, value);
      });
    } else {
      const early = field.value === field.defaultValue ? '' : field.value;
      if (early !== '') field.value = field.defaultValue;
      again.push(() => {
        const late = field.value === field.defaultValue ? '' : field.value;
        if (early + late === '') return;
        // Heard as a change only where it differs from what the field is known to hold.
        field.value = field.defaultValue;
        wake(field);
        enter(field, early + late);
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
