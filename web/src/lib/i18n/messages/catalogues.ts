import type app from './en/app';
import type board from './en/board';
import type clock from './en/clock';
import type errors from './en/errors';
import type game from './en/game';
import type history from './en/history';
import type tour from './en/learn/tour';
import type lobby from './en/lobby';
import type result from './en/result';
import type room from './en/room';
import type setup from './en/setup';

/**
 * What each catalogue holds, by the English files. `main` is loaded with the page. A catalogue of a route's own is a folder in each
 * language's folder, and another line here.
 */
export interface Catalogues {
  main: typeof app &
    typeof board &
    typeof clock &
    typeof errors &
    typeof game &
    typeof history &
    typeof lobby &
    typeof result &
    typeof room &
    typeof setup;
  learn: typeof tour;
}
