import type { NewStudy, StudyChapter, StudyNode } from '$lib/base/protocol/types';
import { positionText } from '$lib/game/rules/position-text';

import type { Lesson, Step } from './lesson';
import { positionOf } from './scene';
import { t } from './words';

/** A lesson as a private study in the reader's language: each step is a chapter, which can be practised as in the lesson. */
export function studyOf({ title, steps }: Lesson): NewStudy {
  return { name: t(title), visibility: 'private', from: { chapters: steps.map((step, index) => chapterOf(step, index, steps.length)) } };
}

function chapterOf({ scene, task, ask, done, solution, answers = [] }: Step, index: number, count: number): StudyChapter {
  const position = positionOf(scene);
  const [first = { id: 0, parent: 0 }, ...rest] = task.kind === 'refused' ? attempt(solution) : line(solution, answers);
  const nodes = [{ ...first, comment: t(ask) }, ...rest];
  const last = nodes.length - 1;
  return {
    id: index + 1,
    name: t('learn.step', { step: index + 1, count }),
    mode: position.mode,
    position: positionText(position),
    nodes: nodes.map((node, number) => (number < last ? node : { ...node, comment: [node.comment, t(done)].filter(Boolean).join('\n\n') })),
  };
}

/** An illegal move cannot be played: an arrow shows it. */
function attempt([text = '']: readonly string[]): StudyNode[] {
  return [{ id: 0, parent: 0, shapes: [{ color: 'red', from: text.slice(0, 2), to: text.slice(-2) }] }];
}

/** The learner's moves with the replies of the others, up to the last move of the learner. */
function line(solution: readonly string[], answers: readonly (readonly string[])[]): StudyNode[] {
  const moves = solution.flatMap((move, turn) => (turn < solution.length - 1 ? [move, ...(answers[turn] ?? [])] : [move]));
  return [{ id: 0, parent: 0 }, ...moves.map((move, ply) => ({ id: ply + 1, parent: ply, move }))];
}
