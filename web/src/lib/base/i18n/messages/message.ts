import type { GetICUArgs } from '@schummar/icu-type-parser';

/** Messages in ICU MessageFormat by name, in groups. */
export interface Messages {
  readonly [name: string]: string | Messages;
}

/** The same names as in English, for a file in another language. */
export type Translation<English> = {
  readonly [Name in keyof English]: English[Name] extends string ? string : Translation<English[Name]>;
};

/** The full names of all messages: `room.yourTurn`. */
export type Key<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string ? Name : `${Name}.${Key<Tree[Name]>}`;
}[keyof Tree & string];

/** The English message of that name. */
type MessageAt<Tree, Path> = Path extends keyof Tree
  ? Tree[Path]
  : Path extends `${infer Name}.${infer Rest}`
    ? Name extends keyof Tree
      ? MessageAt<Tree[Name], Rest>
      : never
    : never;

/** Numbers and dates are passed as such, so that the language formats them. All other arguments are text. */
interface ArgumentTypes {
  ICUArgument: string;
  ICUNumberArgument: number;
  ICUDateArgument: Date | number;
}

/** Of several messages, the arguments of all. */
type ArgumentsOf<Message> = (
  Message extends string ? (values: GetICUArgs<Message, ArgumentTypes>) => void : never
) extends (values: infer Values) => void
  ? Values
  : never;

/** The arguments of `t` after the key: none, or an object with the arguments of the message. */
export type Values<Tree, Path> =
  keyof ArgumentsOf<MessageAt<Tree, Path>> extends never ? [] : [values: ArgumentsOf<MessageAt<Tree, Path>>];
