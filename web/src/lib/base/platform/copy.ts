import { clipboard } from './secure';

/**
 * Copies the content of a field and leaves it selected, so that the reader can copy it if the page may not.
 *
 * @returns whether it is copied
 */
export async function copyField(field: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
  field.focus();
  field.select();
  try {
    const modern = clipboard();
    if (modern === null) return copySelected();
    await modern.writeText(field.value);
    return true;
  } catch {
    // The reader may have forbidden it.
    return copySelected();
  }
}

/** The way before the clipboard API, which browsers keep for pages without HTTPS. */
function copySelected(): boolean {
  return document.execCommand('copy');
}
