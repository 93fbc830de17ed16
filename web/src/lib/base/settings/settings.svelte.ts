import { valuesOf, type Setting, type Values } from './values';

const KEY = 'sumito.settings';

/** The user's settings in this browser. A change applies to all windows at once. */
export class Settings {
  #values = $state.raw<Values>(valuesOf(stored()));

  constructor() {
    addEventListener('storage', ({ key, newValue }) => {
      if (key === KEY || key === null) this.#values = valuesOf(newValue);
    });
  }

  get<Name extends Setting>(name: Name): Values[Name] {
    return this.#values[name];
  }

  set<Name extends Setting>(name: Name, value: Values[Name]): void {
    this.#values = { ...this.#values, [name]: value };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#values));
    } catch {
      // Without storage, the setting lasts while the page is open.
    }
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** The settings of this browser. */
export const settings = new Settings();
