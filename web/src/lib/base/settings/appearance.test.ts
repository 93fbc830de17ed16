import { afterEach, describe, expect, it } from 'vitest';

import { showAppearance } from './appearance';

const { documentElement: root } = document;

function metas(): string[] {
  return [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].map(({ media }) => media);
}

afterEach(() => {
  document.head.innerHTML = '';
  delete root.dataset['appearance'];
  delete root.dataset['board'];
});

describe('the appearance', () => {
  it('is set as data attributes for the style sheets', () => {
    showAppearance({ appearance: 'dark', board: 'slate' });
    expect(root.dataset).toMatchObject({ appearance: 'dark', board: 'slate' });
  });

  it('selects the theme colour of the browser’s frame', () => {
    document.head.innerHTML =
      '<meta name="theme-color" data-appearance="light"><meta name="theme-color" data-appearance="dark">';
    showAppearance({ appearance: 'dark', board: 'wood' });
    expect(metas()).toEqual(['not all', 'all']);
    showAppearance({ appearance: 'light', board: 'wood' });
    expect(metas()).toEqual(['all', 'not all']);
    showAppearance({ appearance: 'system', board: 'wood' });
    expect(metas()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']);
  });
});
