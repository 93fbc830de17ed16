import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { settings } from '$lib/base/settings/settings.svelte';

import { markFavicon } from './favicon';
import { notify } from './notify';
import { vibrate } from './vibrate';

let hidden = true;

beforeEach(() => {
  hidden = true;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
});

afterEach(() => {
  vi.unstubAllGlobals();
  document.head.replaceChildren();
  settings.set('notifications', 'off');
  settings.set('vibration', 'on');
});

describe('the favicon', () => {
  it('shows a dot while it is marked', async () => {
    document.head.innerHTML = '<link rel="icon" type="image/svg+xml" href="/favicon.svg">';
    const link = document.head.querySelector('link');
    const before = link?.href;
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('<svg><path/></svg>')));
    await markFavicon(true);
    expect(decodeURIComponent(link?.href ?? '')).toMatch(/^data:image\/svg\+xml,<svg><path\/><circle .*<\/svg>$/);
    await markFavicon(false);
    expect(link?.href).toBe(before);
  });

  it('is not changed if it fails to load, and is marked the next time', async () => {
    document.head.innerHTML = '<link rel="icon" type="image/svg+xml" href="/favicon.svg">';
    const link = document.head.querySelector('link');
    const before = link?.href;
    vi.stubGlobal('fetch', vi.fn().mockRejectedValueOnce(new TypeError('offline')).mockResolvedValue(new Response('<svg></svg>')));
    await markFavicon(true);
    expect(link?.href).toBe(before);
    await markFavicon(true);
    expect(link?.href).toContain('data:');
    await markFavicon(false);
  });
});

describe('a notification', () => {
  const made = vi.fn();
  const close = vi.fn();

  function allow(permission: NotificationPermission): void {
    const system = class {
      static readonly permission = permission;
      readonly close = close;
      onclick: (() => void) | null = null;
      constructor(...given: unknown[]) {
        made(...given, this);
      }
    };
    vi.stubGlobal('isSecureContext', true);
    vi.stubGlobal('Notification', system);
    settings.set('notifications', 'on');
  }

  beforeEach(() => {
    made.mockClear();
    close.mockClear();
  });

  it('is shown if it is on and allowed, and the page is hidden', () => {
    allow('granted');
    notify('Your turn', 'Against Fox', 'r1')();
    expect(made).toHaveBeenCalledWith('Your turn', expect.objectContaining({ body: 'Against Fox', tag: 'r1' }), expect.anything());
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('focuses the page when it is clicked', () => {
    allow('granted');
    const focus = vi.spyOn(window, 'focus').mockImplementation(() => undefined);
    notify('Your turn', '', 'r1');
    const shown = made.mock.calls[0]?.[2] as { onclick: () => void };
    shown.onclick();
    expect(focus).toHaveBeenCalledTimes(1);
  });

  it('is not shown otherwise', () => {
    allow('default');
    notify('Your turn', '', 'r1');
    allow('granted');
    hidden = false;
    notify('Your turn', '', 'r1');
    hidden = true;
    settings.set('notifications', 'off');
    notify('Your turn', '', 'r1');
    settings.set('notifications', 'on');
    vi.stubGlobal('isSecureContext', false);
    notify('Your turn', '', 'r1');
    expect(made).not.toHaveBeenCalled();
  });

  it('causes no error if the browser rejects it', () => {
    allow('granted');
    made.mockImplementationOnce(() => {
      throw new TypeError('Illegal constructor');
    });
    expect(() => notify('Your turn', '', 'r1')()).not.toThrow();
  });
});

describe('vibration', () => {
  it('is used on phones that support it, if it is switched on', () => {
    const shaken = vi.fn();
    vi.stubGlobal('navigator', { vibrate: shaken, userActivation: { hasBeenActive: true } });
    vibrate(60);
    settings.set('vibration', 'off');
    vibrate(60);
    expect(shaken).toHaveBeenCalledExactlyOnceWith(60);
    settings.set('vibration', 'on');
    vi.stubGlobal('navigator', {});
    expect(() => vibrate(60)).not.toThrow();
  });
});
