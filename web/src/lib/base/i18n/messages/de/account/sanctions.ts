import type { Translation } from '../../message';
import type en from '../../en/account/sanctions';

export default {
  sanction: {
    heading: '{kind, select, ban {Du bist gesperrt} mute {Du bist stummgeschaltet} other {{kind}}}',
    bannedAccount: 'Die Moderatoren haben dein Konto gesperrt.',
    bannedNetwork: 'Die Moderatoren haben das Netz gesperrt, das du benutzt, nicht dein Konto.',
    why: 'Grund: {reason}',
    until: 'Endet am {when}.',
    endless: 'Ohne festes Ende.',
    over: 'Das gilt nicht mehr.',
    waiting: 'Dein Einspruch vom {when} wartet auf eine Antwort. Du findest sie hier.',
    outcome: '{outcome, select, lift {Dein Einspruch hatte Erfolg: Die Maßnahme ist aufgehoben.} shorten {Dein Einspruch hatte zum Teil Erfolg: Die Maßnahme ist verkürzt.} keep {Dein Einspruch wurde abgelehnt.} other {{outcome}}}',
    answer: 'Antwort der Moderatoren',
    appeal: 'Einspruch',
    appealText: 'Schreib den Moderatoren, warum das falsch ist oder früher enden soll. Wenn möglich, antwortet jemand, der daran nicht beteiligt war.',
    words: 'Deine Gründe',
    send: 'Einspruch senden',
    again: 'Ab {when} kannst du wieder Einspruch erheben.',
    expired: 'Dieses Formular ist abgelaufen. Melde dich noch einmal an, um Einspruch zu erheben.',
    back: 'Zurück zur Anmeldung',
    transparency: 'Moderation in Zahlen',
  },
} as const satisfies Translation<typeof en>;
