import type { ClientMessage, ServerMessage } from '$lib/base/protocol/types';
import { backoffMs } from './backoff';

/** A server that has not said hello for this time counts as unreachable. */
const HELLO_WITHIN_MS = 7000;

export interface LineListener {
  /** An attempt to connect starts. */
  connecting(): void;
  message(message: ServerMessage): void;
  /**
   * The socket has closed, or never opened.
   *
   * @param attempts that have failed in a row
   */
  lost(attempts: number): void;
}

/** The socket, opened again whenever it breaks. */
export class Line {
  readonly #open: () => WebSocket;
  readonly #listener: LineListener;
  #socket: WebSocket | null = null;
  #attempts = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param open makes a socket that starts to connect */
  constructor(open: () => WebSocket, listener: LineListener) {
    this.#open = open;
    this.#listener = listener;
  }

  /** Connects now, or connects again if there is a connection. */
  start(): void {
    const former = this.#release();
    if (former !== null) leave(former);
    this.#listener.connecting();
    const socket = this.#open();
    this.#socket = socket;
    socket.onmessage = ({ data }) => {
      if (typeof data === 'string') this.#listener.message(JSON.parse(data) as ServerMessage);
    };
    socket.onclose = () => this.lose();
    socket.onerror = () => socket.close();
    this.#timer = setTimeout(() => this.lose(), HELLO_WITHIN_MS);
  }

  /** Closes the socket, until it is started again. */
  stop(): void {
    this.#release()?.close();
  }

  /** The server has said hello: resets the count of failed attempts. */
  greeted(): void {
    clearTimeout(this.#timer);
    this.#attempts = 0;
  }

  /** Closes the socket and tries again after a while. */
  lose(): void {
    this.stop();
    this.#timer = setTimeout(() => this.start(), backoffMs(this.#attempts, Math.random()));
    this.#attempts += 1;
    this.#listener.lost(this.#attempts);
  }

  send(message: ClientMessage): void {
    this.#socket?.send(JSON.stringify(message));
  }

  /** Ignores all further events of the socket, if there is a socket. */
  #release(): WebSocket | null {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    if (socket !== null) {
      socket.onmessage = null;
      socket.onclose = null;
      socket.onerror = null;
    }
    return socket;
  }
}

/** Closes a replaced socket. If it is still connecting, it first connects, because browsers warn of a socket closed before that. */
function leave(socket: WebSocket): void {
  if (socket.readyState !== WebSocket.CONNECTING) {
    socket.close();
    return;
  }
  const limit = setTimeout(() => socket.close(), HELLO_WITHIN_MS);
  socket.onopen = () => socket.close();
  socket.onclose = () => clearTimeout(limit);
}
