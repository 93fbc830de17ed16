import type en from '../../en/challenges/challenges';
import type { Translation } from '../../message';

export default {
  challenges: {
    title: 'Wyzwij: {name}',
    counterTitle: 'Zaproponuj coś innego: {name}',
    from: '{name} rzuca ci wyzwanie',
    countered: '{name} woli zagrać inaczej',
    to: 'Czekasz na odpowiedź: {name}',
    rated: 'rankingowa',
    unrated: 'bez rankingu',
    rate: 'Rankingowa',
    color: '{color, select, black {grasz czarnymi} white {grasz białymi} red {grasz czerwonymi} yellow {grasz żółtymi}}',
    send: 'Wyślij',
    accept: 'Zagraj',
    decline: 'Odmów',
    counter: 'Zaproponuj coś innego',
    cancel: 'Wycofaj',
    why_later: 'Nie teraz',
    why_too_fast: 'Za szybko',
    why_too_slow: 'Za wolno',
    why_unrated: 'Bez rankingu',
    why_rated: 'Tylko rankingowe',
    why_different: 'Inna gra',
    noReason: 'Bez powodu',
  },
} satisfies Translation<typeof en>;
