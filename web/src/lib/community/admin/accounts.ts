import type { NewAccount } from '$lib/base/protocol/types';

/**
 * The accounts that a text names: one in each line, a name and perhaps an email address after a comma, a semicolon or a tab. A first line
 * with the heading `name` is not an account.
 */
export function accountsOf(text: string): NewAccount[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .filter((line, index) => index > 0 || !/^name\s*([,;\t]|$)/i.test(line))
    .map((line) => {
      const [name = '', mail = ''] = line.split(/[,;\t]/).map((part) => part.trim());
      return { name, ...(mail !== '' && { mail }) };
    });
}
