import { cleanup, render, screen } from '@testing-library/svelte';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { NetworkFailure } from '$lib/base/protocol/failure';
import { Refusal } from '$lib/base/protocol/refusal';

import TwoFields from '../../../test/TwoFields.svelte';

const LABELS = { name: 'Name', days: 'Days', send: 'Send', fault: 'Too short' };

afterEach(cleanup);

function nameField(): HTMLElement {
  return screen.getByRole('textbox', { name: 'Name' });
}

function daysField(): HTMLElement {
  return screen.getByRole('spinbutton', { name: 'Days' });
}

function faultOf(field: HTMLElement): string {
  const [id] = (field.getAttribute('aria-describedby') ?? '').split(' ');
  return document.getElementById(id ?? '')?.textContent.trim() ?? '';
}

async function submit(): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
}

describe('a form', () => {
  it('shows all faults at their fields before it is sent, and focuses the first', async () => {
    const send = vi.fn(async () => undefined);
    render(TwoFields, { labels: LABELS, send });
    await submit();
    expect(send).not.toHaveBeenCalled();
    expect(nameField().getAttribute('aria-invalid')).toBe('true');
    expect(faultOf(nameField())).toBe('Fill in this field.');
    expect(faultOf(daysField())).toBe('Enter a whole number from 1 to 366.');
    expect(document.activeElement).toBe(nameField());
  });

  it('withdraws a fault as soon as it is corrected', async () => {
    const send = vi.fn(async () => undefined);
    render(TwoFields, { labels: LABELS, send });
    await userEvent.type(nameField(), 'x');
    await submit();
    expect(faultOf(nameField())).toBe('Too short');
    await userEvent.type(nameField(), 'y');
    expect(nameField().getAttribute('aria-invalid')).toBeNull();
    await userEvent.clear(daysField());
    await userEvent.type(daysField(), '7');
    await submit();
    expect(send).toHaveBeenCalledWith('xy', 7);
  });

  it('shows a refusal at the field that it concerns, and any other failure above the button', async () => {
    const send = vi.fn(async () => undefined);
    send.mockRejectedValueOnce(new Refusal('name_taken', 'taken')).mockRejectedValueOnce(new NetworkFailure('gone'));
    render(TwoFields, { labels: LABELS, send });
    await userEvent.type(nameField(), 'Ada');
    await userEvent.clear(daysField());
    await userEvent.type(daysField(), '7');
    await submit();
    expect(faultOf(nameField())).toMatch(/^That name is taken/);
    expect(document.activeElement).toBe(nameField());
    expect(screen.queryByRole('alert')).toBeNull();
    await submit();
    expect(screen.getByRole('alert').textContent).toMatch(/^Can’t reach the server/);
  });
});
