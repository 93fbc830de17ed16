import type { Translation } from '../../message';
import type en from '../../en/transparency/transparency';

export default {
  transparency: {
    title: 'Moderacja w liczbach',
    text: 'Co zgłaszali gracze i co postanowili moderatorzy w ostatnich miesiącach. Bieżący miesiąc pominięto, a małych liczb nie podajemy, aby nikogo nie dało się rozpoznać.',
    none: 'Nie ma jeszcze nic do pokazania.',
    few: 'mniej niż trzy',
    reports: 'Zgłoszenia graczy',
    closed: 'Zamknięte zgłoszenia',
    time: 'Połowę zamknięto w ciągu',
    bans: 'Blokady',
    mutes: 'Wyciszenia',
    appeals: 'Odwołania',
    lifted: 'Kary zniesione po odwołaniu',
    shortened: 'Kary skrócone po odwołaniu',
    kept: 'Odrzucone odwołania',
  },
} as const satisfies Translation<typeof en>;
