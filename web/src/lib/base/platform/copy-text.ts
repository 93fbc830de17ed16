import { copyField } from './copy';

/**
 * Copies a text that is not on the page.
 *
 * @returns whether it is copied
 */
export async function copyText(text: string): Promise<boolean> {
  const before = document.activeElement;
  const field = document.createElement('input');
  field.value = text;
  field.readOnly = true;
  field.style.cssText = 'position:fixed;top:0;opacity:0';
  document.body.append(field);
  try {
    return await copyField(field);
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}
