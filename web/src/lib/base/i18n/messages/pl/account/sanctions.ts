import type { Translation } from '../../message';
import type en from '../../en/account/sanctions';

export default {
  sanction: {
    heading: '{kind, select, ban {Masz blokadę} mute {Masz zakaz pisania} other {{kind}}}',
    bannedAccount: 'Moderatorzy zablokowali twoje konto.',
    bannedNetwork: 'Moderatorzy zablokowali sieć, z której korzystasz, a nie twoje konto.',
    why: 'Powód: {reason}',
    until: 'Kończy się: {when}.',
    endless: 'Bez daty końcowej.',
    over: 'To już minęło.',
    waiting: 'Twoje odwołanie ({when}) czeka na odpowiedź. Znajdziesz ją tutaj.',
    outcome: '{outcome, select, lift {Twoje odwołanie przyjęto: kara została zniesiona.} shorten {Twoje odwołanie przyjęto częściowo: kara została skrócona.} keep {Twoje odwołanie odrzucono.} other {{outcome}}}',
    answer: 'Odpowiedź moderatorów',
    appeal: 'Odwołanie',
    appealText: 'Napisz moderatorom, dlaczego kara jest niesłuszna albo powinna skończyć się wcześniej. W miarę możliwości odpowie moderator, który jej nie nakładał.',
    words: 'Twoje powody',
    send: 'Wyślij odwołanie',
    again: 'Możesz odwołać się ponownie od: {when}.',
    expired: 'Ten formularz wygasł. Zaloguj się ponownie, aby się odwołać.',
    back: 'Wróć do logowania',
    transparency: 'Moderacja w liczbach',
  },
} as const satisfies Translation<typeof en>;
