/**
 * APIs that browsers offer only over HTTPS and at localhost. At `http://ADDRESS` these names do not exist, whatever
 * the types say. ESLint forbids them in every other file.
 */
interface Granted {
  readonly locks?: LockManager;
  readonly clipboard?: Clipboard;
  readonly share?: Navigator['share'];
  readonly canShare?: Navigator['canShare'];
  readonly serviceWorker?: ServiceWorkerContainer;
}

const granted = (): Granted => navigator;

/** Locks that all tabs of a browser share. */
export function locks(): LockManager | null {
  return granted().locks ?? null;
}

/** The clipboard, writable by pages. */
export function clipboard(): Clipboard | null {
  return granted().clipboard ?? null;
}

/** The system's share sheet. */
export function sharing(): ((data: ShareData) => Promise<void>) | null {
  return granted().share?.bind(navigator) ?? null;
}

/** The system's share sheet for a picture with an address; `null` if it takes no files. */
export function shareableFile(): ((file: File, url?: string) => Promise<void>) | null {
  const share = sharing();
  const probe = new File([''], 'picture.png', { type: 'image/png' });
  if (share === null || granted().canShare?.({ files: [probe] }) !== true) return null;
  return (file, url) => share(url === undefined ? { files: [file] } : { files: [file], url });
}

/** The cache of the client's files for visits without a network. */
export function serviceWorkers(): ServiceWorkerContainer | null {
  return granted().serviceWorker ?? null;
}

/** A message to the service worker: it shall cache the engine. */
export type KeepEngine = 'keep-engine';

/** System notifications; some browsers have none at all. */
export function notifications(): typeof Notification | null {
  return 'Notification' in globalThis && isSecureContext ? Notification : null;
}
