import type en from '../../en/challenges/challenges';
import type { Translation } from '../../message';

export default {
  challenges: {
    title: 'Wyzwij: {name}',
    counterTitle: 'Zaproponuj inną partię: {name}',
    from: '{name} rzuca ci wyzwanie',
    countered: '{name} proponuje inną partię',
    to: 'Twoje wyzwanie: {name}',
    rated: 'rankingowa',
    unrated: 'bez rankingu',
    rate: 'Rankingowa',
    allowVacations: 'Zezwól na urlopy',
    vacations: 'z urlopami',
    color: '{color, select, black {grasz czarnymi} white {grasz białymi} red {grasz czerwonymi} yellow {grasz żółtymi}}',
    send: 'Wyślij wyzwanie',
    accept: 'Przyjmij',
    decline: 'Odrzuć',
    counter: 'Zaproponuj zmiany',
    cancel: 'Anuluj wyzwanie',
    why_later: 'Nie teraz',
    why_too_fast: 'Za szybko',
    why_too_slow: 'Za wolno',
    why_unrated: 'Tylko bez rankingu',
    why_rated: 'Tylko rankingowe',
    why_different: 'Inna partia',
    noReason: 'Bez powodu',
  },
} satisfies Translation<typeof en>;
