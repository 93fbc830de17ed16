import { connect, createServer, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net';

/** A load balancer at the level of TCP: it forwards each new connection to the server that the test has chosen. */
export class Balancer {
  readonly #listener: TcpServer;
  readonly #open = new Set<Socket>();
  #target: URL;

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#listener = createServer((client) => this.#forward(client));
  }

  /** @param target the address of the first server, as `http://127.0.0.1:PORT` */
  static async start(target: string): Promise<Balancer> {
    const balancer = new Balancer(target);
    await new Promise<void>((resolve) => balancer.#listener.listen(0, '127.0.0.1', resolve));
    return balancer;
  }

  /** The address for browsers. */
  get address(): string {
    return `http://127.0.0.1:${(this.#listener.address() as AddressInfo).port}`;
  }

  /** Forwards later connections to another server. Open ones stay. */
  turn(target: string): void {
    this.#target = new URL(target);
  }

  remove(): void {
    this.#listener.close();
    for (const socket of this.#open) socket.destroy();
  }

  #forward(client: Socket): void {
    const server = connect(Number(this.#target.port), this.#target.hostname);
    for (const [socket, other] of [[client, server], [server, client]] as const) {
      this.#open.add(socket);
      socket.setNoDelay();
      // A connection that fails on one side closes on the other.
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.#open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }
}
