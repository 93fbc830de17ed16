import type en from '../../en/challenges/challenges';
import type { Translation } from '../../message';

export default {
  challenges: {
    title: '{name} herausfordern',
    counterTitle: '{name} eine andere Partie vorschlagen',
    from: '{name} fordert dich heraus',
    countered: '{name} schlägt eine andere Partie vor',
    to: 'Du hast {name} herausgefordert',
    rated: 'gewertet',
    unrated: 'ungewertet',
    rate: 'Gewertet',
    allowVacations: 'Urlaub erlauben',
    vacations: 'mit Urlaub',
    color: '{color, select, black {du spielst Schwarz} white {du spielst Weiß} red {du spielst Rot} yellow {du spielst Gelb}}',
    send: 'Herausfordern',
    accept: 'Annehmen',
    decline: 'Ablehnen',
    counter: 'Änderung vorschlagen',
    cancel: 'Zurückziehen',
    why_later: 'Jetzt nicht',
    why_too_fast: 'Zu schnell',
    why_too_slow: 'Zu langsam',
    why_unrated: 'Nur ungewertet',
    why_rated: 'Nur gewertet',
    why_different: 'Andere Partie',
    noReason: 'Ohne Grund',
  },
} satisfies Translation<typeof en>;
