import { createServer, type AddressInfo, type Server } from 'node:net';
import { createInterface } from 'node:readline';

/** A small mail server, which accepts all mails. */
export class Smtp {
  readonly #server: Server;
  readonly #letters: string[] = [];
  readonly #waiting: ((letter: string) => void)[] = [];

  private constructor() {
    this.#server = createServer((socket) => {
      let letter: string[] | null = null;
      socket.on('error', () => undefined);
      socket.write('220 mail.example\r\n');
      createInterface({ input: socket, crlfDelay: Infinity }).on('line', (line) => {
        if (letter === null) {
          if (line.startsWith('DATA')) letter = [];
          socket.write(line.startsWith('DATA') ? '354 go on\r\n' : '250 fine\r\n');
        } else if (line === '.') {
          this.#take(letter.join('\r\n'));
          letter = null;
          socket.write('250 taken\r\n');
        } else {
          letter.push(line);
        }
      });
    });
  }

  static async start(): Promise<Smtp> {
    const smtp = new Smtp();
    await new Promise<void>((resolve) => smtp.#server.listen(0, '127.0.0.1', resolve));
    return smtp;
  }

  /** The SMTP settings of the server. */
  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `smtp://127.0.0.1:${String(port)}`;
  }

  /** The text of the next mail. */
  async next(): Promise<string> {
    return this.#letters.shift() ?? (await new Promise((resolve) => this.#waiting.push(resolve)));
  }

  stop(): void {
    this.#server.close();
  }

  /** Joins the lines that quoted-printable has split. */
  #take(sent: string): void {
    const bytes = sent.replaceAll('=\r\n', '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
    const letter = Buffer.from(bytes, 'latin1').toString('utf8');
    const waits = this.#waiting.shift();
    if (waits === undefined) this.#letters.push(letter);
    else waits(letter);
  }
}
