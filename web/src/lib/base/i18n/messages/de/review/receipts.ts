import type en from '../../en/review/receipts';
import type { Translation } from '../../message';

export default {
  receipts: {
    title: 'Beleg prüfen',
    text: 'Am Ende einer Partie oder eines Turniers signiert der Server einen Beleg. Damit lässt sich später zeigen, dass Züge, Zeiten und Ergebnis unverändert sind. Diese Seite prüft ihn in deinem Browser, auch offline.',
    file: 'Datei auswählen',
    paste: 'Beleg',
    pasteHint: 'Füge den ganzen Text ein, von der ersten bis zur letzten Zeile.',
    check: 'Prüfen',
    genuine: 'Der Beleg ist echt',
    signedBy: 'Signiert von {name}',
    key: 'Schlüssel {id}',
    won: 'Gewonnen: {colors}',
    noWinner: 'Ohne Sieger',
    moves: '{count, plural, one {Ein Zug} other {# Züge}}',
    unrated: 'Nicht gewertet',
    ratings: 'Wertungen',
    ended: 'Beendet am {when}',
    participants: '{count, plural, one {Ein Teilnehmer} other {# Teilnehmer}}',
    games: '{count, plural, one {Eine Partie} other {# Partien}}',
    toGame: 'Partie ansehen',
    toTournament: 'Turnier ansehen',
    save: 'Beleg speichern',
    forged: 'Dieser Beleg ist ungültig.',
    form: 'Das ist kein Beleg, oder es fehlt ein Teil davon.',
    unknownKey: 'Er ist nicht mit einem Schlüssel dieses Servers signiert.',
    signature: 'Er wurde verändert, nachdem der Server ihn signiert hatte.',
    none: 'Es gibt keinen Beleg. Er entsteht wenige Sekunden nach dem Ende; importierte Partien und abgesagte Turniere haben keinen.',
    noKeys: 'Dieser Browser kennt die Schlüssel des Servers noch nicht. Öffne diese Seite einmal, während du verbunden bist.',
  },
} satisfies Translation<typeof en>;
