import type { Messages } from './message';

/** Every message by its full name. */
export function flat(messages: Messages, prefix = ''): Record<string, string> {
  const each = ([name, message]: [string, string | Messages]): [string, string][] =>
    typeof message === 'string' ? [[`${prefix}${name}`, message]] : Object.entries(flat(message, `${prefix}${name}.`));
  return Object.fromEntries(Object.entries(messages).flatMap(each));
}
