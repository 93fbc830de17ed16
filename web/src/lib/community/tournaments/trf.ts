/** The name of the tournament in a TRF: line 012. Empty if it has none. */
export function nameIn(trf: string): string {
  return /^012[ \t]+(.*)$/mu.exec(trf)?.[1]?.trim() ?? '';
}

/**
 * The name in the form after another file is chosen: from the file, unless the director has written a name.
 *
 * @param name the name in the form
 * @param before the text of the file that was chosen before; empty without a file
 * @param after the text of the new file; empty without a file
 */
export function nameAfter(name: string, before: string, after: string): string {
  return name.trim() === '' || name === nameIn(before) ? nameIn(after) : name;
}
