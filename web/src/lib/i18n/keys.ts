import type en from './en.json';

type Plural = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

/** `count_one` and `count_other` are asked for as `count`. */
type Singular<Key extends string> = Key extends `${infer Base}_${Plural}` ? Base : Key;

type Paths<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Singular<Key> : `${Key}.${Paths<Tree[Key]>}`;
}[keyof Tree & string];

/** The name of a message: asking for one that does not exist does not compile. */
export type MessageKey = Paths<typeof en>;
