import type en from '../../en/challenges/challenges';
import type { Translation } from '../../message';

export default {
  challenges: {
    title: '{name} herausfordern',
    counterTitle: '{name} etwas anderes anbieten',
    from: '{name} fordert dich heraus',
    countered: '{name} möchte lieber das spielen',
    to: 'Du hast {name} herausgefordert',
    rated: 'gewertet',
    unrated: 'ohne Wertung',
    rate: 'Gewertet',
    color: '{color, select, black {du spielst Schwarz} white {du spielst Weiß} red {du spielst Rot} yellow {du spielst Gelb}}',
    send: 'Senden',
    accept: 'Spielen',
    decline: 'Ablehnen',
    counter: 'Etwas anderes anbieten',
    cancel: 'Zurücknehmen',
    why_later: 'Jetzt nicht',
    why_too_fast: 'Zu schnell',
    why_too_slow: 'Zu langsam',
    why_unrated: 'Nicht gewertet',
    why_rated: 'Nur gewertet',
    why_different: 'Ein anderes Spiel',
    noReason: 'Ohne Grund',
  },
} satisfies Translation<typeof en>;
