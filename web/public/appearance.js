// Before anything is painted: the chosen appearance of the page. The settings of the client apply from here on; the style sheets
// also ignore a stored word that is unknown to them.
const root = document.documentElement;
let wanted = navigator.languages;
let page = location.pathname === '/' ? 'home' : location.pathname.startsWith('/embed/') ? 'frame' : 'page';
try {
  const { appearance, board, language, member } = JSON.parse(localStorage.getItem('sumito.settings')) ?? {};
  if (appearance) root.dataset.appearance = appearance;
  if (board) root.dataset.board = board;
  // The home page of a member begins with their games, without words about the game.
  if (member === 'yes' && page === 'home') page = 'page';
  if (language && language !== 'browser') wanted = [language];
} catch {
  // Nothing is stored, or nothing can be: then the page has the appearance for a newcomer.
}
// The words that the page shows until its script runs.
root.lang = wanted.map((tag) => tag.split('-')[0].toLowerCase()).find((tag) => ['en', 'de', 'pl', 'nl'].includes(tag)) ?? 'en';
root.dataset.first = page;
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
