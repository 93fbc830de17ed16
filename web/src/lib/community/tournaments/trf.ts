/** The name of the tournament in a TRF: line 012. Empty if it has none. */
export function nameIn(trf: string): string {
  return /^012[ \t]+(.*)$/mu.exec(trf)?.[1]?.trim() ?? '';
}
