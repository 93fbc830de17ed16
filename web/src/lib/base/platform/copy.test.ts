import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { copyField } from './copy';
import { clipboard, locks, sharing } from './secure';

const field = document.createElement('input');
const oldWay = vi.fn<(command: string) => boolean>();

/** Fakes a browser with these APIs. */
function browserWith(rights: object): void {
  vi.stubGlobal('navigator', rights);
}

beforeEach(() => {
  document.body.append(field);
  field.value = 'http://sumito.test/room/x';
  oldWay.mockReset().mockReturnValue(true);
  document.execCommand = oldWay;
});

afterEach(() => {
  vi.unstubAllGlobals();
  field.remove();
});

describe('the browser’s secure APIs', () => {
  it('are absent without HTTPS', () => {
    browserWith({});
    expect([locks(), clipboard(), sharing()]).toEqual([null, null, null]);
  });

  it('are present with HTTPS', async () => {
    const share = vi.fn(() => Promise.resolve());
    browserWith({ locks: {}, clipboard: {}, share });
    expect(locks()).not.toBeNull();
    expect(clipboard()).not.toBeNull();
    await sharing()?.({ url: 'x' });
    expect(share).toHaveBeenCalledExactlyOnceWith({ url: 'x' });
  });
});

describe('the copy of a field’s text', () => {
  it('is written to the clipboard', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    browserWith({ clipboard: { writeText } });
    await expect(copyField(field)).resolves.toBe(true);
    expect(writeText).toHaveBeenCalledExactlyOnceWith(field.value);
    expect(oldWay).not.toHaveBeenCalled();
  });

  it('is made from the selection if there is no clipboard, or no permission for it', async () => {
    browserWith({});
    await expect(copyField(field)).resolves.toBe(true);
    browserWith({ clipboard: { writeText: () => Promise.reject(new Error('forbidden')) } });
    await expect(copyField(field)).resolves.toBe(true);
    expect(oldWay.mock.calls).toEqual([['copy'], ['copy']]);
  });

  it('is left to the user, with the text selected, if the browser cannot copy', async () => {
    browserWith({});
    oldWay.mockReturnValue(false);
    await expect(copyField(field)).resolves.toBe(false);
    expect(document.activeElement).toBe(field);
    expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(field.value);
  });
});
