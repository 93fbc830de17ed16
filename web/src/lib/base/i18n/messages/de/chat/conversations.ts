import type en from '../../en/chat/conversations';
import type { Translation } from '../../message';

export default {
  conversations: {
    title: 'Nachrichten',
    with: 'Nachrichten mit {name}',
    list: 'Unterhaltungen',
    none: 'Noch keine Nachrichten. Öffne das Profil eines Freundes, um ihm zu schreiben. Freunde sind Spieler, die einander folgen.',
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
