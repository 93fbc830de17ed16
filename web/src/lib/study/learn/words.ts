import { catalogue } from '$lib/base/i18n/i18n.svelte';
import type { Catalogues } from '$lib/base/i18n/messages/catalogues';
import type { Key } from '$lib/base/i18n/messages/message';

/** The messages of the tour, the rules and the glossary. Their routes load them. */
export const { t, load } = catalogue('learn');

/** The name of a text of the tour. */
export type TourKey = Key<Pick<Catalogues['learn'], 'tour'>>;

/** The name of a caption below a picture. */
export type CaptionKey = Key<Pick<Catalogues['learn'], 'caption'>>;

/** The name of a point of the rules. */
export type PointKey = Key<Pick<Catalogues['learn'], 'point'>>;

/** The name of a definition of a word of the game. */
export type MeaningKey = Key<Pick<Catalogues['learn'], 'meaning'>>;
