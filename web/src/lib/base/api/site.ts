import type { Language, Site, SiteText, SiteTextKind } from '$lib/base/protocol/types';
import { ask } from './ask';

/** The site, as its operator has set it up: the server writes it into its page. A page of a development server has none of it. */
export const site: Site = import.meta.env.PROD
  ? (JSON.parse(document.querySelector<HTMLMetaElement>('[name=sumito-site]')?.content ?? '') as Site)
  : {
      ...{ name: 'Sumito', logo: null, registration: 'open', guests: true, texts: [] },
      keeps: { session_days: 90, guest_days: 30, chat_days: 30, closed_report_days: 365, mail: false, push: false },
    };

/** A text of the operator, in this language if it exists. */
export function siteText(kind: SiteTextKind, language: Language): Promise<SiteText> {
  return ask(`/site/texts/${kind}?language=${language}`);
}
