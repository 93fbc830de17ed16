import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Settings that differ from the defaults, as environment variables: `SUMITO_POLICY__TAKEBACKS`. */
export type Settings = Readonly<Record<string, string>>;

/** A server of the test's own, with its own database unless the settings name another one. */
export class Server {
  #process: ChildProcess | null = null;
  #folder = '';
  #address = '';
  readonly #settings: Settings;

  private constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** The address of the server, as `http://127.0.0.1:PORT`. */
  get address(): string {
    return this.#address;
  }

  /** @param listen the address; a free port unless the test needs it beforehand */
  static async start(settings: Settings = {}, listen = '127.0.0.1:0'): Promise<Server> {
    const server = new Server(settings);
    server.#folder = await mkdtemp(join(tmpdir(), 'sumito-e2e-'));
    await server.#run(listen);
    return server;
  }

  /** Kills the process, as a power cut would. */
  async kill(): Promise<void> {
    const process = this.#process;
    if (process === null) return;
    this.#process = null;
    const gone = new Promise((resolve) => process.once('exit', resolve));
    process.kill('SIGKILL');
    await gone;
  }

  /** Stops the process with a signal, as an operator would. */
  async stop(): Promise<void> {
    const process = this.#process;
    if (process === null) return;
    this.#process = null;
    const gone = new Promise((resolve) => process.once('exit', resolve));
    process.kill('SIGTERM');
    await gone;
  }

  /** Restarts the process at the same address with the same database. */
  async restart(): Promise<void> {
    await this.#run(new URL(this.#address).host);
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Runs an operator's command: `sumito admin …`. */
  async administer(...words: readonly string[]): Promise<void> {
    await this.run('admin', ...words);
  }

  /** Runs a command of the program on the database of the server; returns its output. */
  async run(...words: readonly string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(binary(), [...words, '--database-url', this.#database]);
    return stdout;
  }

  /** Runs a command that reads standard input; returns its output. */
  async feed(input: string, ...words: readonly string[]): Promise<string> {
    const running = promisify(execFile)(binary(), [...words, '--database-url', this.#database]);
    running.child.stdin?.end(input);
    return (await running).stdout;
  }

  get #database(): string {
    return this.#settings['SUMITO_DATABASE_URL'] ?? `sqlite://${join(this.#folder, 'sumito.db')}`;
  }

  async #run(listen: string): Promise<void> {
    const child = spawn(binary(), ['--listen', listen, '--database-url', this.#database], {
      cwd: this.#folder,
      // Lists show only the tournaments that a test makes.
      env: { ...process.env, SUMITO_TOURNAMENTS: '[]', ...this.#settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    this.#address = await addressOf(child);
  }
}

/** The server binary under test. */
function binary(): string {
  const path = process.env['SUMITO_BIN'];
  if (path === undefined) throw new Error('set SUMITO_BIN to the path of the server that is to be tested');
  return path;
}

/** The server prints its address once it listens. Its output until then explains a failure. */
function addressOf(child: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      said += chunk.toString();
    };
    child.stderr?.on('data', listen);
    child.stdout?.on('data', (chunk: Buffer) => {
      listen(chunk);
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
      if (found) resolve(found[0]);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the server ended with code ${code}:\n${said}`)));
  });
}
