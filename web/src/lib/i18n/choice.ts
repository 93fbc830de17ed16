import { isLanguage, type Language } from './languages';

const KEY = 'sumito.language';

/** The language that was chosen on this device, or `null` if none was, or if nothing can be stored. */
export function chosenLanguage(): Language | null {
  try {
    const stored = localStorage.getItem(KEY);
    return stored !== null && isLanguage(stored) ? stored : null;
  } catch {
    return null;
  }
}

export function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Then it is chosen for this visit only.
  }
}
