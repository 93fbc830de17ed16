import { cleanup, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { createRawSnippet } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NetworkFailure, type Failure } from '$lib/base/protocol/failure';
import { Refusal } from '$lib/base/protocol/refusal';
import Loaded from './Loaded.svelte';
import { Loadable } from './loadable.svelte';

afterEach(cleanup);

const children = createRawSnippet((value: () => unknown) => ({ render: () => `<p>It is ${String(value())}</p>` }));
const failed = createRawSnippet((failure: () => Failure) => ({ render: () => `<p>Never: ${failure().message}</p>` }));

describe('a loaded value', () => {
  it('is shown when it has arrived', async () => {
    render(Loaded, { from: new Loadable(() => Promise.resolve('here')), children });
    expect(screen.getByText('Loading…')).toBeTruthy();
    expect(await screen.findByText('It is here')).toBeTruthy();
  });

  it('shows an error when the request fails, and is requested again', async () => {
    const ask = vi.fn<() => Promise<string>>();
    ask.mockRejectedValueOnce(new NetworkFailure('offline')).mockRejectedValueOnce(new TypeError('a fault'));
    ask.mockRejectedValueOnce(new Refusal('busy', 'later')).mockResolvedValueOnce('here');
    const from = new Loadable(ask);
    render(Loaded, { from, children });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Can’t reach the server.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Can’t reach the server.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('The server is busy. Try again in a moment.')).toBeTruthy();
    // The network is back.
    dispatchEvent(new Event('online'));
    expect(await screen.findByText('It is here')).toBeTruthy();
    expect(ask).toHaveBeenCalledTimes(4);
  });

  it('is not requested twice at the same time', () => {
    const ask = vi.fn(() => new Promise<string>(() => undefined));
    const from = new Loadable(ask);
    void from.load();
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('has no button to try again after a final failure', async () => {
    const from = new Loadable<string>(() => Promise.reject(new Refusal('no_such_game', 'none')));
    const isFinal = (failure: Failure): boolean => failure instanceof Refusal && failure.code === 'no_such_game';
    render(Loaded, { from, children, failed, isFinal });
    expect(await screen.findByText('Never: none')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
