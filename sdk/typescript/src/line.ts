import { ProtocolMismatch, Refused, Unreachable, type SumitoError } from './errors.js';
import { PROTOCOL } from './policy.js';
import type { ClientMessage, ServerMessage } from './types.js';

export type Hello = Extract<ServerMessage, { type: 'hello' }>;

/** Events of an open line. */
export interface LineListener {
  message(message: ServerMessage): void;
  /** The connection has closed, by either side. */
  closed(): void;
}

const AUTHENTICATION = 'authentication';

/** One WebSocket, from the server's `hello` on. */
export class Line {
  readonly #socket: WebSocket;
  #listener: LineListener | undefined;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /**
   * Connects, and shows the token. Browsers cannot send a header with a WebSocket, so the token is the first message. Where the page's
   * cookie has identified the user already, the cookie decides.
   */
  static async open(url: string, token: string | undefined, timeoutMs: number): Promise<[Line, Hello]> {
    if (typeof WebSocket === 'undefined') throw new Unreachable('there is no WebSocket here: Node.js has it from version 22 on');
    const line = new Line(new WebSocket(url));
    try {
      return [line, await within(timeoutMs, line.#greet(token))];
    } catch (failure) {
      line.drop();
      throw failure;
    }
  }

  /** Receives all further messages. */
  listen(listener: LineListener): void {
    this.#listener = listener;
  }

  send(message: ClientMessage): void {
    // A message to a closed connection is lost. The client notices the end of the connection, and repeats the message on the next.
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Closes the connection with a close frame, so that the server does not treat it as a lost connection. */
  async close(timeoutMs: number): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#socket.onclose = () => resolve();
      if (this.#socket.readyState === WebSocket.CLOSED) resolve();
    });
    this.#socket.onmessage = null;
    this.#socket.close(1000);
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A server that does not answer keeps no program waiting.
    await Promise.race([closed, new Promise((resolve) => (timer = setTimeout(resolve, timeoutMs)))]);
    clearTimeout(timer);
    this.drop();
  }

  /** Ends the connection, and ignores all further events. */
  drop(): void {
    this.#listener = undefined;
    this.#socket.onmessage = this.#socket.onclose = this.#socket.onerror = null;
    this.#socket.close();
  }

  /** Waits for the server's `hello`, and with a token for the answer to it. */
  #greet(token: string | undefined): Promise<Hello> {
    return new Promise((resolve, reject) => {
      let isAuthenticating = false;
      this.#socket.onerror = () => reject(new Unreachable('cannot reach the server'));
      this.#socket.onclose = () => {
        reject(new Unreachable('the server has closed the connection'));
        this.#listener?.closed();
      };
      this.#socket.onmessage = ({ data }) => {
        const message = JSON.parse(data as string) as ServerMessage;
        if (this.#listener !== undefined) {
          this.#listener.message(message);
        } else if (message.type === 'error') {
          reject(new Refused(message));
        } else if (message.type === 'hello') {
          if (message.protocol !== PROTOCOL) {
            reject(new ProtocolMismatch(message.protocol, PROTOCOL));
          } else if (token === undefined || message.user !== null || isAuthenticating) {
            resolve(message);
          } else {
            isAuthenticating = true;
            this.send({ id: AUTHENTICATION, type: 'authenticate', token });
          }
        }
      };
    });
  }
}

/** Rejects if the promise takes too long. */
async function within<T>(timeoutMs: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Unreachable('the server does not answer') satisfies SumitoError), timeoutMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
