import { t } from './words';

const NAME = { min: 3, max: 20 } as const;
const PASSWORD = { min: 8, max: 128 } as const;

/** Words of letters and digits, with a single separator between two. */
const WORDS = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}]*([-_.][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*$/u;

/** The fault that the server would find in the form of a name; `null` if none. Only the server can check which names are free. */
export function nameFault(text: string): string | null {
  const name = text.trim().normalize('NFC');
  const { length } = [...name];
  if (length < NAME.min || length > NAME.max) return t('account.nameLength');
  return WORDS.test(name) && /\p{L}/u.test(name) ? null : t('account.nameLetters');
}

/** The fault that the server would find in a new password; `null` if none. @param name of the account, if it is known */
export function passwordFault(password: string, name: string | null): string | null {
  const text = password.normalize('NFKC');
  const characters = [...text];
  if (characters.length < PASSWORD.min) return t('account.shortPassword');
  if (characters.length > PASSWORD.max) return t('account.longPassword');
  if (new Set(characters).size === 1) return t('account.repeatedPassword');
  return name !== null && text.toLowerCase() === name.toLowerCase() ? t('account.samePassword') : null;
}
