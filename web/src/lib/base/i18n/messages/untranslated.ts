/** Messages that are the same in every language: names, and forms without words. */
const EVERYWHERE = [
  'app.title',
  'app.titleCount',
  'bot.bot',
  'bots.bot',
  'clock.fischer',
  'clock.sudden_death',
  'club.announcedBy',
  'directing.addedTime',
  'directing.penalty',
  'formations.count',
  'layout.anglattack',
  'menu.tv',
  'site.api',
  'layout.atomouche',
  'notifications.tournamentNews',
  'player.bot',
  'preview.minutes',
  'preview.seconds',
  'result.side',
  'review.clockOf',
  'score.both',
  'verdict.share',
];

/** Messages that are the same as in English, by language: these, and words that both languages have. */
export const UNTRANSLATED: Readonly<Record<string, readonly string[]>> = {
  de: ['conversations.online', 'bots.title', 'engine.switch', 'tournament.startsIn', 'menu.community', 'menu.clubs', 'tournament.matchOf', 'account.webhooks', 'apps.userCode', 'coach.heading', 'club.list', 'club.name', 'leaderboard.clubs', 'profile.clubs', 'studies.name', 'studies.from.text', 'studies.text', 'studies.formation', 'account.admin', 'admin.text', 'admin.version', 'tournament.name', 'tournament.team', 'tournament.teams', 'chat.title', 'account.moderation', ...EVERYWHERE, 'bot.computer', 'layout.alien', 'layout.domination', 'layout.standard', 'ledger.server', 'moderation.title', 'preferences.vibration', 'layout.fujiyama', 'pace.calm', 'pace.quick', 'player.offline', 'player.online', 'preview.hours', 'profile.offline', 'profile.online'],
  pl: ['conversations.online', 'tournament.podium', ...EVERYWHERE, 'band.from_1400', 'band.from_1600', 'band.from_1800', 'keyName.home', 'keyName.end', 'nav.menu', 'player.offline', 'player.online', 'pace.calm', 'pace.quick', 'profile.offline', 'profile.online', 'tournament.berserk'],
  nl: ['conversations.online', 'bots.title', 'engine.switch', 'menu.community', 'menu.clubs', 'menu.tools', 'menu.studies', 'tournament.matchOf', 'admin.accounts', 'site.privacy', 'moderation.isOpen', 'directing.byes', 'directing.rating', 'account.webhooks', 'apps.userCode', 'receipts.ratings', 'coach.heading', 'notifications.clubNews', 'distribution.rating', 'club.list', 'leaderboard.clubs', 'profile.clubs', 'studies.title', 'learn.toStudies', 'profile.studies', 'account.studies', 'account.admin', 'admin.storage', 'tournament.podium', 'tournament.team', 'tournament.teams', 'chat.title', 'preset.sorry', 'account.title', ...EVERYWHERE, 'bot.computer', 'judged.blunder', 'keyName.home', 'keyName.end', 'mistakes.blunder', 'layout.alien', 'layout.centrifuge', 'layout.duel', 'leaders.score', 'run.score', 'runKind.storm', 'ledger.server', 'nav.menu', 'player.rating', 'profile.rating', 'profile.ratings', 'clockKind.fischer', 'lobby.range', 'moderation.endless', 'moderation.forever', 'pace.calm', 'pace.quick', 'player.offline', 'player.online', 'profile.offline', 'profile.online', 'strength.10', 'strength.2'],
};
