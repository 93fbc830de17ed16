export default {
  transparency: {
    title: 'Moderation in numbers',
    text: 'What players reported and what the moderators decided in recent months. The current month is left out, and small numbers aren’t shown, so that no one can be identified.',
    none: 'There’s nothing to show yet.',
    few: 'fewer than three',
    reports: 'Reports by players',
    closed: 'Reports closed',
    time: 'Half of these closed within',
    bans: 'Bans',
    mutes: 'Mutes',
    appeals: 'Appeals',
    lifted: 'Sanctions lifted after an appeal',
    shortened: 'Sanctions shortened after an appeal',
    kept: 'Appeals rejected',
  },
} as const;
