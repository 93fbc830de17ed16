import { spawn, type ChildProcess } from 'node:child_process';

/** A NATS server of the test's own, which connects the servers of a cluster. */
export class Nats {
  #process: ChildProcess;
  /** The address, as `nats://127.0.0.1:PORT`. */
  readonly address: string;

  private constructor(process: ChildProcess, address: string) {
    this.#process = process;
    this.address = address;
  }

  static async start(): Promise<Nats> {
    const child = run('-1');
    return new Nats(child, await addressOf(child));
  }

  /** Kills it. */
  async kill(): Promise<void> {
    const gone = new Promise((resolve) => this.#process.once('exit', resolve));
    this.remove();
    await gone;
  }

  /** Starts it again at the same address. */
  async restart(): Promise<void> {
    this.#process = run(new URL(this.address).port);
    await addressOf(this.#process);
  }

  remove(): void {
    this.#process.kill('SIGKILL');
  }
}

function run(port: string): ChildProcess {
  const program = process.env['SUMITO_TEST_NATS_SERVER'] ?? 'nats-server';
  return spawn(program, ['--addr', '127.0.0.1', '--port', port], { stdio: ['ignore', 'ignore', 'pipe'] });
}

/** NATS writes its address to its log, and says when it is ready. */
function addressOf(child: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /connections on (127\.0\.0\.1:\d+)/.exec(said);
      if (found?.[1] !== undefined && said.includes('Server is ready')) resolve(`nats://${found[1]}`);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`NATS ended with code ${code}:\n${said}`)));
  });
}
