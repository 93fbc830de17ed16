import type { NewAccount } from '$lib/base/protocol/types';

/** The accounts that a text names: one in each line, a name and perhaps an email address after a comma, a semicolon or a tab. */
export function accountsOf(text: string): NewAccount[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [name = '', mail = ''] = line.split(/[,;\t]/).map((part) => part.trim());
      return { name, ...(mail !== '' && { mail }) };
    });
}
