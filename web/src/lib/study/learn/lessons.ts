import { BASICS } from './lessons/basics';
import { MANY } from './lessons/many';
import { PUSHING } from './lessons/pushing';
import { TOPICS, type Lesson, type Topic } from './lesson';

/** The tour of the rules: each numbered point of the rulebooks is in one of its steps. */
export const LESSONS: readonly Lesson[] = [...BASICS, ...PUSHING, ...MANY];

/** The lesson about a topic; `null` if it does not exist. */
export function lessonAbout(topic: string): Lesson | null {
  return LESSONS.find((lesson) => lesson.topic === topic) ?? null;
}

/** The lesson after the topic's; `null` after the last. */
export function lessonAfter(topic: Topic): Lesson | null {
  const next = TOPICS[TOPICS.indexOf(topic) + 1];
  return next === undefined ? null : lessonAbout(next);
}
