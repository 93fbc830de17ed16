import type en from '../../en/chat/conversations';
import type { Translation } from '../../message';

export default {
  conversations: {
    title: 'Wiadomości',
    with: 'Wiadomości: {name}',
    list: 'Rozmowy',
    none: 'Nie ma jeszcze wiadomości. Pisać do siebie mogą znajomi, czyli gracze, którzy obserwują się nawzajem.',
    new: 'Nowa wiadomość',
    toFriend: 'Napisz do znajomego',
    options: 'Opcje tej rozmowy',
    online: 'online',
    noFriends: 'Nie masz tu jeszcze znajomych. Znajomi to gracze, którzy obserwują się nawzajem.',
    findPlayers: 'Znajdź graczy',
    choose: 'Wybierz rozmowę.',
    anonymous: 'Załóż konto, aby pisać do znajomych.',
    own: 'Ty: {text}',
    unread: 'nowe: {count}',
    more: 'Pokaż więcej',
    back: 'Wszystkie wiadomości',
    older: 'Pokaż starsze wiadomości',
    closed: 'Nie możesz pisać do gracza {name}. Pisać można tylko do znajomych, czyli graczy, którzy obserwują się nawzajem.',
    delete: 'Usuń rozmowę',
    deleteText: 'Nie zobaczysz już tych wiadomości. {name} nadal będzie je widzieć.',
    deleteSure: 'Usuń u mnie',
    cancel: 'Anuluj',
    deleted: 'Rozmowa usunięta.',
    tooMany: 'Jedno z was ma za dużo rozmów. Usuń niepotrzebną albo spróbuj później.',
    notFound: 'Nie znaleziono gracza',
    notFoundText: 'Być może nazwa się zmieniła albo konto zostało usunięte.',
  },
} satisfies Translation<typeof en>;
