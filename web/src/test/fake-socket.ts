import type { ClientMessage, ServerMessage, User } from '$lib/base/protocol/types';

export const USER: User = { id: 'u1', name: 'Sly Stork', guest: true };

/** A WebSocket in memory. Tests act as the server. */
export class FakeSocket {
  readyState: number = WebSocket.OPEN;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;
  readonly sent: ClientMessage[] = [];
  closed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }

  close(): void {
    this.closed = true;
  }

  /** Delivers a message from the server. */
  says(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  hello(user: User | null = USER, now = 0): void {
    this.says({ type: 'hello', protocol: 1, server: 'test', client: 'b1', now, user });
  }

  /** Closes the socket, as after a loss of the connection. */
  breaks(): void {
    this.onclose?.();
  }

  commands<Type extends ClientMessage['type']>(type: Type): (ClientMessage & { type: Type })[] {
    return this.sent.filter((message): message is ClientMessage & { type: Type } => message.type === type);
  }

  /** Returns the id of the last sent command of a type. */
  idOf(type: ClientMessage['type']): string {
    const id = this.commands(type).at(-1)?.id;
    if (id === undefined) throw new Error(`no command ${type} was sent`);
    return id;
  }

  /** Answers the last ping with a pong. */
  pongs(now = 0): void {
    const ping = this.commands('ping').at(-1);
    if (ping?.type !== 'ping') throw new Error('no ping was sent');
    this.says({ type: 'pong', t: ping.t, now });
  }
}
