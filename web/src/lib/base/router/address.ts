/**
 * An address of this site with other words in its query.
 *
 * @param address path and query
 * @param change the words to set; `null` takes one out
 */
export function addressWith(address: string, change: Readonly<Record<string, string | null>>): string {
  const { pathname, searchParams } = new URL(address, 'http://page');
  for (const [name, value] of Object.entries(change)) {
    if (value === null) searchParams.delete(name);
    else searchParams.set(name, value);
  }
  const query = searchParams.toString();
  return query === '' ? pathname : `${pathname}?${query}`;
}
