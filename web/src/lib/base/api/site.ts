import type { Language, Site, SiteText, SiteTextKind } from '$lib/base/protocol/types';
import { ask } from './ask';

/** What the server writes into its page; a page of a development server has none of it. */
const written = document.querySelector<HTMLMetaElement>('meta[name="sumito-site"]')?.content;

/** The site, as its operator has set it up. */
export const site: Site =
  written === undefined
    ? {
        ...{ name: 'Sumito', logo: null, registration: 'open', guests: true, texts: [] },
        keeps: { session_days: 90, guest_days: 30, chat_days: 30, closed_report_days: 365, mail: false, push: false },
      }
    : (JSON.parse(written) as Site);

/** A text of the operator, in this language if it exists. */
export function siteText(kind: SiteTextKind, language: Language): Promise<SiteText> {
  return ask(`/site/texts/${kind}?language=${language}`);
}
