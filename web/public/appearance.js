// Before anything is painted: the page as it was chosen to look. The settings of the client take over from here; a stored word that
// they do not know means nothing to the style sheets either.
const root = document.documentElement;
let wanted = navigator.languages;
try {
  const { appearance, board, language } = JSON.parse(localStorage.getItem('sumito.settings')) ?? {};
  if (appearance) root.dataset.appearance = appearance;
  if (board) root.dataset.board = board;
  if (language && language !== 'browser') wanted = [language];
} catch {
  // Nothing is stored, or nothing can be: then the page looks as for a newcomer.
}
// The words that the page shows until its script runs.
root.lang = wanted.map((tag) => tag.split('-')[0].toLowerCase()).find((tag) => ['en', 'de', 'pl', 'nl'].includes(tag)) ?? 'en';
root.dataset.first = location.pathname === '/' ? 'home' : location.pathname.startsWith('/embed/') ? 'frame' : 'page';
// A file of the page is missing: the words say so, with a link that loads the page again.
addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && (root.dataset.lost = ''), true);
// The browser offers once, perhaps before any other script, that the site becomes an app: the settings have the button for it.
const offer = (prompt) => {
  window.installPrompt = prompt;
  dispatchEvent(new Event('installable'));
};
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  offer(event);
});
addEventListener('appinstalled', () => offer(null));
