import { game } from '$lib/api/api';

/** Rows that were asked for, by the game's id: what is over does not change. */
const asked = new Map<string, Promise<string>>();

/** The rows of a finished game's last position. Rejects when they do not come; then the next one who asks tries again. */
export function finalRows(id: string): Promise<string> {
  const known = asked.get(id);
  if (known !== undefined) return known;
  const rows = game(id).then(({ final_position }) => final_position.split(' ')[0] ?? '');
  asked.set(id, rows);
  rows.catch(() => asked.delete(id));
  return rows;
}
