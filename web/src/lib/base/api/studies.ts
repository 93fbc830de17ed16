import type { Page } from '$lib/base/protocol/page';
import type { AddedChapters, NewStudy, NewStudyChapter, StudyDetail, StudyPage, StudySummary } from '$lib/base/protocol/types';
import { ask } from './ask';

/** The caller's token, for browsers that store no cookie. */
type Token = string | null;

/** Lists of studies: public studies, the caller's own, and studies shared with the caller. */
export const STUDY_LISTS = ['public', 'own', 'shared'] as const;
export type StudyList = (typeof STUDY_LISTS)[number];

export async function studies(list: StudyList, from: string | null, token: Token): Promise<Page<StudySummary>> {
  const query = new URLSearchParams({ ...(list === 'shared' && { shared: 'true' }), ...(from !== null && { cursor: from }) });
  const { studies: rows, next } = await ask<StudyPage>(`${list === 'public' ? '/studies' : '/me/studies'}?${query}`, {}, token);
  return { rows, next };
}

export function study(id: string, token: Token): Promise<StudyDetail> {
  return ask<StudyDetail>(path(id), {}, token);
}

export function createStudy(study: NewStudy, token: Token): Promise<StudyDetail> {
  return ask<StudyDetail>('/studies', { method: 'POST', body: JSON.stringify(study) }, token);
}

export function addChapters(id: string, from: NewStudyChapter, token: Token): Promise<AddedChapters> {
  return ask<AddedChapters>(`${path(id)}/chapters`, { method: 'POST', body: JSON.stringify(from) }, token);
}

export function deleteStudy(id: string, token: Token): Promise<void> {
  return ask(path(id), { method: 'DELETE' }, token);
}

/** The addresses of a study as files. */
export function studyFiles(id: string): { readonly text: string; readonly json: string } {
  return { text: `/api/v1${path(id)}/study.txt`, json: `/api/v1${path(id)}` };
}

function path(id: string): string {
  return `/studies/${encodeURIComponent(id)}`;
}
