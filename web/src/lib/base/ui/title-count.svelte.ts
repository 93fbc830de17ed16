/** How many things wait for the reader elsewhere: told at the beginning of the title of every page. */
class TitleCount {
  value = $state(0);
}

export const titleCount = new TitleCount();
