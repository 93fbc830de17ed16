import { mount } from 'svelte';
import { startI18n } from '$lib/i18n/i18n.svelte';
import Speechless from '$lib/i18n/Speechless.svelte';
import App from './App.svelte';
import './app.css';

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has an element with the id "app"');

const page = await startI18n().then(
  () => App,
  () => Speechless,
);
mount(page, { target });
