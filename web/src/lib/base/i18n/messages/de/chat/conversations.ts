import type en from '../../en/chat/conversations';
import type { Translation } from '../../message';

export default {
  conversations: {
    title: 'Nachrichten',
    with: 'Nachrichten mit {name}',
    list: 'Unterhaltungen',
    none: 'Noch keine Nachrichten. Schreiben können sich Freunde, also Spieler, die einander folgen.',
    new: 'Neue Nachricht',
    toFriend: 'Freund schreiben',
    options: 'Optionen dieser Unterhaltung',
    online: 'online',
    noFriends: 'Du hast hier noch keine Freunde. Freunde sind Spieler, die einander folgen.',
    findPlayers: 'Spieler finden',
    choose: 'Wähle eine Unterhaltung.',
    anonymous: 'Registriere dich, um deinen Freunden zu schreiben.',
    own: 'Du: {text}',
    unread: '{count} neu',
    more: 'Mehr anzeigen',
    back: 'Alle Nachrichten',
    older: 'Ältere Nachrichten zeigen',
    closed: 'Du kannst {name} nicht schreiben. Das geht nur unter Freunden, also Spielern, die einander folgen.',
    delete: 'Unterhaltung löschen',
    deleteText: 'Du siehst diese Nachrichten dann nicht mehr. {name} sieht sie weiterhin.',
    deleteSure: 'Für mich löschen',
    cancel: 'Abbrechen',
    deleted: 'Unterhaltung gelöscht.',
    tooMany: 'Einer von euch hat zu viele Unterhaltungen. Lösche eine, die du nicht mehr brauchst, oder versuch es später noch einmal.',
    notFound: 'Spieler nicht gefunden',
    notFoundText: 'Vielleicht wurde der Name geändert oder das Konto gelöscht.',
  },
} satisfies Translation<typeof en>;
