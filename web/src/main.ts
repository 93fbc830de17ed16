import { mount } from 'svelte';
import { startI18n } from '$lib/base/i18n/i18n.svelte';
import Speechless from './layout/Speechless.svelte';
import { serviceWorkers } from '$lib/base/platform/secure';

import App from './App.svelte';
import './app.css';

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has an element with the id "app"');

// Not awaited here: the messages need code of this file, and would wait for its end.
void startI18n()
  .then(
    () => App,
    () => Speechless,
  )
  .then((page) => {
    // The first words of index.html stay below until there is a page.
    const first = page === App ? document.getElementById('first') : target.replaceChildren();
    mount(page, { target, ...(first && { anchor: first }) });
    // The page is rendered: caching files for the next visit must not delay this visit.
    if (import.meta.env.PROD) void serviceWorkers()?.register('/sw.js').catch(() => undefined);
  });
