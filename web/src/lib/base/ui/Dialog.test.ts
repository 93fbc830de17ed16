import { cleanup, render, screen } from '@testing-library/svelte';
import { userEvent } from '@testing-library/user-event';
import { createRawSnippet } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';

import Dialog from './Dialog.svelte';

afterEach(cleanup);

describe('a dialog', () => {
  it('focuses its heading first, so that Enter and Space press no button', async () => {
    const user = userEvent.setup();
    const pressed = vi.fn();
    const children = createRawSnippet(() => ({
      render: () => '<button type="button">Rematch</button>',
      setup: (button) => button.addEventListener('click', pressed),
    }));
    render(Dialog, { title: 'You won', children, onclose: vi.fn() });
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'You won' }));
    await user.keyboard('{Enter} ');
    expect(pressed).not.toHaveBeenCalled();
    await user.tab();
    await user.keyboard('{Enter}');
    expect(pressed).toHaveBeenCalledTimes(1);
  });
});
