import type analysis from './en/analysis/analysis';
import type app from './en/app';
import type board from './en/board';
import type clock from './en/clock';
import type errors from './en/errors';
import type game from './en/game';
import type history from './en/history';
import type lobby from './en/lobby';
import type local from './en/local/local';
import type result from './en/result';
import type review from './en/review/review';
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
  analysis: typeof analysis;
  local: typeof local;
  review: typeof review;
}
