export default {
  correspondence: {
    tools: 'Correspondence tools',
  },
  onVacation: {
    other: '{name} is on vacation until {date}. The clock is stopped.',
    own: 'You’re on vacation until {date}. Your clock is stopped.',
  },
  note: {
    heading: 'Private note',
    about: 'Only you can read it.',
    saved: 'Saved.',
    saving: 'Saving…',
    tooLong: 'The note is too long.',
  },
  reminders: {
    heading: 'Reminders',
    push: 'Push notification when it’s my turn',
    mail: 'Email when it’s my turn',
    needsAddress: 'To get emails, confirm your email address.',
    account: 'Go to your account',
  },
  trial: {
    open: 'Try out moves',
    heading: 'Try out moves',
    close: 'Back to the game',
    remove: 'Delete from here',
    pass: 'Pass',
    hint: 'Play an expected move and your reply. Nothing is sent until you save it.',
    ownTurn: 'It’s your turn. Moves you try here aren’t played.',
  },
  conditional: {
    heading: 'Conditional moves',
    about: 'Only you can see them. If your opponent plays the expected move, your reply is played immediately.',
    add: 'Save as conditional moves',
    ready: 'Your reply will be played immediately: {moves}',
    known: 'Saved.',
    full: 'You’ve reached the limit. Remove a line first.',
    show: 'Show {moves} on the board',
    remove: 'Remove {moves}',
    removeAll: 'Remove all',
  },
} as const;
