/** The number of things that wait for the user elsewhere, shown at the start of every page's title. */
class TitleCount {
  value = $state(0);
}

export const titleCount = new TitleCount();
