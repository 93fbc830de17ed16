import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Lengths in bytes: salt, header without the sender's key, the sender's key, and the tag after the ciphertext (RFC 8188, RFC 8291). */
const SALT = 16;
const HEAD = 21;
const KEY = 65;
const TAG = 16;

/** A private key for a server, in the format of `push.private_key`. */
export function privateKey(): string {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url');
}

/** The subscription as a browser sends it. */
export interface Subscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** The push service of a single browser. It decrypts pushes as the browser would. */
export class PushService {
  readonly #browser = createECDH('prime256v1');
  readonly #auth = randomBytes(16);
  readonly #pushes: Buffer[] = [];
  #waiting: ((push: Buffer) => void) | null = null;
  readonly #server: HttpServer;

  private constructor() {
    this.#browser.generateKeys();
    this.#server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        response.writeHead(201).end();
        this.#take(Buffer.concat(parts));
      });
    });
  }

  static async start(): Promise<PushService> {
    const service = new PushService();
    await new Promise<void>((resolve) => service.#server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  stop(): void {
    this.#server.close();
  }

  get subscription(): Subscription {
    const { port } = this.#server.address() as AddressInfo;
    const p256dh = this.#browser.getPublicKey('base64url');
    return { endpoint: `http://127.0.0.1:${String(port)}/push`, p256dh, auth: this.#auth.toString('base64url') };
  }

  /** Returns the next push, decrypted. */
  async next(): Promise<string> {
    const push = this.#pushes.shift() ?? (await new Promise<Buffer>((resolve) => (this.#waiting = resolve)));
    return this.#read(push);
  }

  #take(push: Buffer): void {
    if (this.#waiting === null) this.#pushes.push(push);
    else this.#waiting(push);
    this.#waiting = null;
  }

  #read(push: Buffer): string {
    const [salt, sender, rest] = [push.subarray(0, SALT), push.subarray(HEAD, HEAD + KEY), push.subarray(HEAD + KEY)];
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#browser.getPublicKey(), sender]);
    const secret = hkdfSync('sha256', this.#browser.computeSecret(sender), this.#auth, info, 32);
    const derived = (name: string, bytes: number): Buffer =>
      Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${name}\0`, bytes));
    const cipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12));
    cipher.setAuthTag(rest.subarray(-TAG));
    const text = Buffer.concat([cipher.update(rest.subarray(0, -TAG)), cipher.final()]);
    // The last record ends with a 2, followed by padding.
    return text.subarray(0, text.lastIndexOf(2)).toString();
  }
}
