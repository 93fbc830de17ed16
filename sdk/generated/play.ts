// Plays a game against the computer, with the types that openapi-typescript generates: `node build/play.js SERVER`.
import type { components, paths } from './openapi.js';

type Schemas = components['schemas'];
type Line = paths['/api/v1/rooms/{id}/stream']['get']['responses'][200]['content']['application/x-ndjson'];

const server = process.argv[2];
let token = '';

async function send(method: string, path: string, body?: object): Promise<Response> {
  const headers: Record<string, string> = body ? { 'content-type': 'application/json' } : {};
  if (token) headers['authorization'] = `Bearer ${token}`;
  const answer = await fetch(`${server}/api/v1${path}`, { method, headers, body: body ? JSON.stringify(body) : null });
  if (!answer.ok) throw new Error(((await answer.json()) as Schemas['Problem']).detail);
  return answer;
}

async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  return (await (await send(method, path, body)).json()) as T;
}

/** The messages of a stream. */
async function* linesOf(answer: Response): AsyncGenerator<Line> {
  let rest = '';
  for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line).map((line) => JSON.parse(line) as Line);
  }
}

/** The number of plies and the legal moves after a message, if it shows them. */
function position(line: Line): { ply: number; turn: number | null | undefined; legal: string[] } | undefined {
  if (line.type === 'snapshot') return { ply: line.ply, turn: line.turn, legal: line.legal ?? [] };
  if (line.type === 'event' && line.kind === 'moved') return { ply: line.ply, turn: line.turn, legal: line.legal ?? [] };
  return undefined;
}

token = (await ask<Schemas['GuestCreated']>('POST', '/guests')).token!;
const wanted: Schemas['CreateRoom'] = { computers: [{ level: 1 }], clock: { kind: 'none' } };
const { room, seat } = await ask<Schemas['RoomCreated']>('POST', '/rooms', wanted);
for await (const line of linesOf(await send('GET', `/rooms/${room}/stream?legal=true`))) {
  if (line.type === 'event' && line.kind === 'finished') {
    console.log(line.result.reason);
    process.exit(line.result.reason === 'resignation' ? 0 : 1);
  }
  const now = position(line);
  const move = now?.legal[0];
  if (!now || !move || now.turn !== seat) continue;
  const play: Schemas['RoomCommand'] = { type: 'play', ply: now.ply, move };
  const command: Schemas['RoomCommand'] = now.ply < 6 ? play : { type: 'resign' };
  await ask<Schemas['Outcome']>('POST', `/rooms/${room}/commands`, command);
}
