export default {
  mail: {
    confirmSubject: '{title}: confirm your email address',
    confirm: 'Hi {name},\n\nHere’s the code to confirm the email address of your account at {site}:\n\n{code}\n\nEnter it on your account page within {minutes} minutes. If you didn’t ask for it, you can ignore this email.\n',
    resetSubject: '{title}: reset your password',
    reset: 'Hi {name},\n\nSomeone, probably you, asked to reset the password of your account at {site}. Choose a new one here. The link works once, for {minutes} minutes:\n\n{link}\n\nOr enter this code on the Reset password page: {code}\n\nIf it wasn’t you, you can ignore this email. Your password stays the same.\n',
    accountSubject: '{title}: your account',
    account: 'Hi {name},\n\nAn administrator of {title} has created an account for you at {site}. Your username is {name}. Choose your password here. The link works once, for {days} days:\n\n{link}\n\nOr enter this code on the Reset password page: {code}\n\nIf you don’t know the site, you can ignore this email.\n',
    turnSubject: '{title}: it’s your turn',
    turn: 'Hi {name},\n\nIt’s your turn in your game with {players}:\n\n{link}\n\nYou’re getting this email because you turned on reminders for this game. You can turn them off there, below the board. Your account is at {site}.\n',
  },
} as const;
