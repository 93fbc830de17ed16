import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, connect, type AddressInfo, type Server as NetServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The server that `SUMITO_BIN` names, on a free port with its own database. */
export class Server {
  readonly #folder = mkdtempSync(join(tmpdir(), 'sumito-'));
  #process: ChildProcess | undefined;
  url = '';

  static async start(): Promise<Server> {
    const server = new Server();
    await server.start();
    return server;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** Starts the process, and waits until it listens. */
  async start(port = 0): Promise<void> {
    const program = process.env['SUMITO_BIN'];
    if (program === undefined) throw new Error('SUMITO_BIN names the server to test with');
    const database = `sqlite://${join(this.#folder, 'sumito.db')}`;
    const settings = { SUMITO_LOG__FILTER: 'error', SUMITO_LIMITS__MESSAGES_PER_SECOND: '0' };
    this.#process = spawn(program, ['--listen', `127.0.0.1:${port}`, '--database-url', database], {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface({ input: this.#process.stdout as NodeJS.ReadableStream })) {
      const place = line.indexOf('http://');
      if (place < 0) continue;
      this.url = line.slice(place).trim();
      return;
    }
    throw new Error('the server ended before it listened');
  }

  /** Ends the process at once, as a crash does. */
  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (running === undefined) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
  }

  /** Kills the process, and starts it again at the same address. */
  async restart(): Promise<void> {
    await this.kill();
    await this.start(this.port);
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true });
  }
}

/** Returns the messages to pass on in the place of a message. */
export type Change = (text: string) => string[];

export const unchanged: Change = (text) => [text];

/** A proxy that cuts connections, and changes or drops the server's messages over a socket. */
export class Proxy {
  readonly #listener: NetServer;
  readonly #ends = new Set<Socket>();
  change = unchanged;
  /** The number of WebSockets so far. */
  sockets = 0;

  private constructor(port: number) {
    this.#listener = createServer((client) => {
      const server = connect(port, '127.0.0.1');
      for (const [end, other] of [
        [client, server],
        [server, client],
      ] as const) {
        this.#ends.add(end);
        end.on('error', () => end.destroy());
        end.on('close', () => {
          this.#ends.delete(end);
          other.destroy();
        });
      }
      client.pipe(server);
      const answer = new Answer(
        (text) => this.change(text),
        () => (this.sockets += 1),
      );
      server.on('data', (data) => {
        for (const bytes of answer.take(data)) client.write(bytes);
      });
    });
  }

  static async to(server: Server): Promise<Proxy> {
    const proxy = new Proxy(server.port);
    proxy.#listener.listen(0, '127.0.0.1');
    await once(proxy.#listener, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#listener.address() as AddressInfo).port}`;
  }

  /** Breaks all connections, without a close frame. */
  cut(): void {
    for (const socket of this.#ends) socket.resetAndDestroy();
  }

  close(): void {
    this.#listener.close();
    this.cut();
  }
}

/** How the server answers the request for a WebSocket. */
const SWITCHED = 'HTTP/1.1 101 ';

/** Messages of the server on one connection: answers to requests, and then the messages of a socket. */
class Answer {
  readonly #change: Change;
  readonly #opened: () => void;
  #data = Buffer.alloc(0);
  #isSocket = false;

  constructor(change: Change, opened: () => void) {
    this.#change = change;
    this.#opened = opened;
  }

  /** Returns the bytes to pass on. A connection can carry answers to requests before it becomes a socket. */
  take(data: Buffer): Buffer[] {
    this.#data = Buffer.concat([this.#data, data]);
    if (!this.#isSocket) {
      if (!this.#data.toString('latin1', 0, SWITCHED.length).startsWith(SWITCHED)) return [this.#cut(this.#data.length)];
      const end = this.#data.indexOf('\r\n\r\n');
      if (end < 0) return [];
      this.#isSocket = true;
      this.#opened();
      return [this.#cut(end + 4), ...this.take(Buffer.alloc(0))];
    }
    const passed: Buffer[] = [];
    for (let lengths = this.#frame(); lengths !== undefined; lengths = this.#frame()) {
      const frame = this.#cut(lengths.head + lengths.payload);
      const isText = ((frame[0] ?? 0) & 0x0f) === 1;
      passed.push(...(isText ? this.#change(frame.toString('utf8', lengths.head)).map(textFrame) : [frame]));
    }
    return passed;
  }

  #cut(length: number): Buffer {
    const first = this.#data.subarray(0, length);
    this.#data = this.#data.subarray(length);
    return first;
  }

  /** The lengths of the first frame, if it is complete. */
  #frame(): { head: number; payload: number } | undefined {
    if (this.#data.length < 2) return undefined;
    const short = (this.#data[1] ?? 0) & 0x7f;
    const extra = short === 126 ? 2 : short === 127 ? 8 : 0;
    if (this.#data.length < 2 + extra) return undefined;
    const payload = extra === 0 ? short : extra === 2 ? this.#data.readUInt16BE(2) : Number(this.#data.readBigUInt64BE(2));
    return this.#data.length < 2 + extra + payload ? undefined : { head: 2 + extra, payload };
  }
}

function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const { length } = payload;
  if (length < 126) return Buffer.concat([Buffer.from([0x81, length]), payload]);
  const head = Buffer.alloc(length < 1 << 16 ? 4 : 10);
  head[0] = 0x81;
  head[1] = length < 1 << 16 ? 126 : 127;
  if (length < 1 << 16) head.writeUInt16BE(length, 2);
  else head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, payload]);
}
