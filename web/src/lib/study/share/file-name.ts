/** The longest part of a file's name that players' names take. */
const LONGEST = 60;

/** The start of the name of a file with a game: the site and the players, in letters and digits of any language. */
export function fileName(players: readonly string[]): string {
  const words = players.map((name) => name.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, ''));
  const named = words.filter((word) => word !== '').join('-');
  return ['sumito', [...named].slice(0, LONGEST).join('')].filter((part) => part !== '').join('-');
}
