import type account from './en/account/account';
import type admin from './en/admin/admin';
import type analysis from './en/analysis/analysis';
import type app from './en/app';
import type board from './en/board';
import type chat from './en/chat/chat';
import type clock from './en/clock';
import type challenges from './en/challenges/challenges';
import type clubs from './en/clubs/clubs';
import type computer from './en/computer/computer';
import type conversations from './en/chat/conversations';
import type directing from './en/directing/directing';
import type createClock from './en/create/clock';
import type create from './en/create/create';
import type createPosition from './en/create/position';
import type errors from './en/errors/errors';
import type evaluation from './en/evaluation/evaluation';
import type exercise from './en/evaluation/exercise';
import type reasons from './en/evaluation/reasons';
import type failure from './en/failure';
import type formations from './en/formations/formations';
import type game from './en/game';
import type history from './en/history';
import type home from './en/home/home';
import type keys from './en/preferences/keys';
import type lobby from './en/home/lobby';
import type glossary from './en/learn/glossary';
import type learn from './en/learn/learn';
import type rules from './en/learn/rules';
import type tour from './en/learn/tour';
import type local from './en/local/local';
import type moderation from './en/moderation/moderation';
import type notifications from './en/notifications/notifications';
import type myGames from './en/my-games';
import type playAlerts from './en/play/alerts';
import type playCoach from './en/play/coach';
import type playCorrespondence from './en/play/correspondence';
import type playEntry from './en/play/entry';
import type playSaid from './en/play/said';
import type playTalk from './en/play/talk';
import type playTools from './en/play/tools';
import type overview from './en/players/overview';
import type gameLists from './en/players/games';
import type people from './en/players/people';
import type players from './en/players/players';
import type tv from './en/players/tv';
import type preferences from './en/preferences/preferences';
import type puzzles from './en/puzzles/puzzles';
import type runs from './en/puzzles/runs';
import type result from './en/result/result';
import type ledger from './en/review/ledger';
import type receipts from './en/review/receipts';
import type review from './en/review/review';
import type room from './en/room';
import type sanctions from './en/account/sanctions';
import type search from './en/search/search';
import type seeking from './en/notifications/seeking';
import type setup from './en/setup';
import type site from './en/site/site';
import type studies from './en/studies/studies';
import type tournaments from './en/tournaments/tournaments';
import type transparency from './en/transparency/transparency';
import type waiting from './en/waiting/waiting';

/**
 * The content of each catalogue, by the English files. `main` is loaded with the page. A catalogue of a route's own is a folder in each
 * language's folder, and another line here.
 */
export interface Catalogues {
  main: typeof app &
    typeof board &
    typeof clock &
    typeof failure &
    typeof game &
    typeof history &
    typeof myGames &
    typeof room &
    typeof setup;
  /** Errors and illegal moves, and the page of an address that does not exist. */
  errors: typeof errors;
  /** Results of games. */
  result: typeof result;
  /** A room in which no game has started. */
  waiting: typeof waiting;
  /** The forms for a new game, and for a game from a position. */
  create: typeof create & typeof createClock & typeof createPosition;
  /** The home page. */
  home: typeof home & typeof lobby;
  /** The chat, and conversations of two accounts. */
  chat: typeof chat & typeof conversations;
  /** Clubs: lists, their pages. */
  clubs: typeof clubs;
  /** The pages for moderators. */
  moderation: typeof moderation;
  /** The page with the numbers of moderation. */
  transparency: typeof transparency;
  /** The pages for administrators. */
  admin: typeof admin;
  /** The footer, and the pages of the operator: imprint, privacy, terms. */
  site: typeof site;
  /** Challenges to named players. */
  challenges: typeof challenges;
  /** Notifications to the user, and the search for an opponent. */
  notifications: typeof notifications & typeof seeking;
  /** Players' pages, leaderboards, a player's day on the home page, and the page of live games. */
  players: typeof players & typeof gameLists & typeof people & typeof overview & typeof tv;
  /** Tournaments: lists, their pages, the form for one. */
  tournaments: typeof tournaments;
  /** The director's tools: the next pairing, exceptions, the boards, the projector, paper. */
  directing: typeof directing;
  /** The page of the settings. */
  account: typeof account & typeof sanctions;
  preferences: typeof preferences & typeof keys;
  /** The analysis page. */
  analysis: typeof analysis;
  /** Games at one screen. */
  local: typeof local;
  /** The choice of computers. */
  computer: typeof computer;
  /** The tools for reviewing a game, and the check of a receipt. */
  review: typeof review & typeof ledger & typeof receipts;
  /** Evaluations of positions and moves. */
  evaluation: typeof evaluation & typeof exercise & typeof reasons;
  /** Texts of a running game: none of them is needed before the first move. */
  play: typeof playAlerts & typeof playCoach & typeof playCorrespondence & typeof playEntry & typeof playSaid & typeof playTalk & typeof playTools;
  /** The formations panel. */
  formations: typeof formations;
  /** The form that filters games. */
  search: typeof search;
  /** Puzzles, and runs of puzzles. */
  puzzles: typeof puzzles & typeof runs;
  /** Studies: lists, and the page of a study. */
  studies: typeof studies;
  /** The tour of the rules, the rules and the glossary. */
  learn: typeof glossary & typeof learn & typeof rules & typeof tour;
}
