import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { startI18n } from '$lib/base/i18n/i18n.svelte';
import { settings } from '$lib/base/settings/settings.svelte';
import LanguageMenu from './LanguageMenu.svelte';
import { Toasts } from './toasts.svelte';

describe('the language menu', () => {
  afterEach(async () => {
    settings.set('language', 'browser');
    await startI18n(['en']);
  });

  it('lists each language by its own name, and changes the language of the page', async () => {
    render(LanguageMenu, { toasts: new Toasts() });
    const menu = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Language' });
    expect([...menu.options].map(({ text }) => text)).toEqual(['English', 'Deutsch', 'Polski', 'Nederlands']);
    await userEvent.selectOptions(menu, 'Polski');
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Język' })).toBe(menu));
    expect(menu.value).toBe('pl');
    expect(document.documentElement.lang).toBe('pl');
    expect(settings.get('language')).toBe('pl');
  });
});
