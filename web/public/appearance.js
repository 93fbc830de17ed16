// Before anything is painted: the page as it was chosen to look. The settings of the client take over from here; a stored word that
// they do not know means nothing to the style sheets either.
try {
  const { appearance, board } = JSON.parse(localStorage.getItem('sumito.settings')) ?? {};
  if (appearance) document.documentElement.dataset.appearance = appearance;
  if (board) document.documentElement.dataset.board = board;
} catch {
  // Nothing is stored, or nothing can be: then the page looks as for a newcomer.
}
