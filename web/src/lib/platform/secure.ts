/**
 * What browsers grant a page over HTTPS and at localhost only. At `http://ADDRESS` these names do not exist, whatever
 * the types say. ESLint keeps every other file from naming them.
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

/** The clipboard that pages write to by themselves. */
export function clipboard(): Clipboard | null {
  return granted().clipboard ?? null;
}

/** The system's own way to pass something on. */
export function sharing(): ((data: ShareData) => Promise<void>) | null {
  return granted().share?.bind(navigator) ?? null;
}

/** The system's own way to pass a picture on, with an address; `null` where it takes no files. */
export function shareableFile(): ((file: File, url?: string) => Promise<void>) | null {
  const share = sharing();
  const probe = new File([''], 'picture.png', { type: 'image/png' });
  if (share === null || granted().canShare?.({ files: [probe] }) !== true) return null;
  return (file, url) => share(url === undefined ? { files: [file] } : { files: [file], url });
}

/** What keeps the client's files for visits without a network. */
export function serviceWorkers(): ServiceWorkerContainer | null {
  return granted().serviceWorker ?? null;
}

/** Notifications of the system; some browsers have none at all. */
export function notifications(): typeof Notification | null {
  return 'Notification' in globalThis && isSecureContext ? Notification : null;
}
