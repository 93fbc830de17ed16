import type en from '../../en/chat/conversations';
import type { Translation } from '../../message';

export default {
  conversations: {
    title: 'Berichten',
    with: 'Berichten met {name}',
    list: 'Gesprekken',
    none: 'Nog geen berichten. Berichten gaan tussen vrienden: spelers die elkaar volgen.',
    new: 'Nieuw bericht',
    toFriend: 'Schrijf een vriend',
    options: 'Opties voor dit gesprek',
    online: 'online',
    noFriends: 'Je hebt hier nog geen vrienden. Vrienden zijn spelers die elkaar volgen.',
    findPlayers: 'Spelers zoeken',
    choose: 'Kies een gesprek.',
    anonymous: 'Registreer je om je vrienden berichten te sturen.',
    own: 'Jij: {text}',
    unread: '{count} nieuw',
    more: 'Meer tonen',
    back: 'Alle berichten',
    older: 'Oudere berichten tonen',
    closed: 'Je kunt {name} geen berichten sturen. Dat kan alleen tussen vrienden: spelers die elkaar volgen.',
    delete: 'Gesprek verwijderen',
    deleteText: 'Je ziet deze berichten dan niet meer. {name} ziet ze nog wel.',
    deleteSure: 'Voor mij verwijderen',
    cancel: 'Annuleren',
    deleted: 'Gesprek verwijderd.',
    tooMany: 'Een van jullie heeft te veel gesprekken. Verwijder een gesprek dat je niet meer nodig hebt, of probeer het later opnieuw.',
    notFound: 'Speler niet gevonden',
    notFoundText: 'Misschien is de naam veranderd of het account verwijderd.',
  },
} satisfies Translation<typeof en>;
