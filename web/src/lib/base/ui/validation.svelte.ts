import { getContext, onMount, setContext } from 'svelte';

import { errors } from '$lib/base/i18n/errors';
import { failureText } from '$lib/base/i18n/words';
import type { Failure } from '$lib/base/protocol/failure';
import { Refusal } from '$lib/base/protocol/refusal';
import type { ErrorCode } from '$lib/base/protocol/types';

const KEY = Symbol('faults');

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The fault of one field, as its component shows it. */
export class FieldFault {
  /** The text; `null` while the field has no fault. */
  text = $state<string | null>(null);

  /**
   * @param control the field; `null` until it is in the page
   * @param codes the errors of the server that concern this field
   * @param check finds faults that the control itself does not check
   */
  constructor(
    readonly control: () => Control | null,
    readonly codes: () => readonly ErrorCode[],
    readonly check: () => string | null,
  ) {}

  /** Checks for faults. @returns whether there is none */
  look(): boolean {
    const control = this.control();
    this.text = control === null ? null : (validityText(control) ?? this.check());
    return this.text === null;
  }

  /** After a change: a fault that is gone is shown no longer, and no new fault appears while the user types. */
  changed(): void {
    if (this.text !== null) this.look();
  }
}

/** The faults of all fields of a form. */
export class Faults {
  #fields: readonly FieldFault[] = [];

  add(field: FieldFault): () => void {
    this.#fields = [...this.#fields, field];
    return () => {
      this.#fields = this.#fields.filter((other) => other !== field);
    };
  }

  /** Checks all fields for faults, and focuses the first field with one. @returns whether there is none */
  look(): boolean {
    const wrong = this.#fields.filter((field) => !field.look());
    focusFirst(wrong);
    return wrong.length === 0;
  }

  /** Shows a failure at the fields that it concerns. @returns whether there are such fields */
  show(failure: Failure): boolean {
    if (!(failure instanceof Refusal)) return false;
    const { code } = failure;
    const wrong = this.#fields.filter((field) => field.codes().includes(code));
    for (const field of wrong) field.text = failureText(failure);
    focusFirst(wrong);
    return wrong.length > 0;
  }
}

function focusFirst(fields: readonly FieldFault[]): void {
  const controls = fields.flatMap((field) => field.control() ?? []);
  const [first] = controls.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  first?.focus();
}

/** Lets the fields of a form join it. To be called while its component is made. */
export function provideFaults(): Faults {
  return setContext(KEY, new Faults());
}

/** The fault of a field, which joins the form around it. To be called while its component is made. */
export function useFault(
  control: () => Control | null,
  codes: () => readonly ErrorCode[] = () => [],
  check: () => string | null = () => null,
): FieldFault {
  const field = new FieldFault(control, codes, check);
  const faults = getContext<Faults | undefined>(KEY);
  onMount(() => faults?.add(field));
  return field;
}

/** The fault that the browser finds in a control, in the words of this page. */
function validityText(control: Control): string | null {
  const { validity } = control;
  if (validity.valid) return null;
  if (validity.valueMissing) return errors.t('field.required');
  if (!(control instanceof HTMLInputElement)) return errors.t('field.wrong');
  if (validity.typeMismatch && control.type === 'email') return errors.t('error.bad_address');
  if (validity.tooShort) return errors.t('field.short', { count: control.minLength });
  if (control.type === 'number' && control.min !== '' && control.max !== '') {
    return errors.t('field.range', { min: Number(control.min), max: Number(control.max) });
  }
  return errors.t('field.wrong');
}
