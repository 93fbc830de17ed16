import type { Translation } from '../../message';
import type en from '../../en/learn/glossary';

export default {
  glossary: {
    title: 'Woordenlijst',
    heading: 'De woorden van het spel',
    text: 'Hoe spelers noemen wat er op het bord ligt, volgens de spelregels.',
    languages: 'In andere talen',
    lesson: 'Probeer het',
    board: 'Bekijk het op een bord',
    link: 'Link naar ‘{word}’',
  },
  meaning: {
    marble: 'Waar je mee speelt. Met z’n tweeën heeft ieder er 14, met z’n drieën 11, met z’n vieren 9.',
    inLine: 'Een zet met één tot drie knikkers in de richting van hun rij, naar het vrije veld ervoor.',
    sideStep: 'Een zet met twee of drie knikkers op een rij, die allemaal één veld naar dezelfde kant gaan.',
    sumito: 'Overmacht in een lijn: twee tegen één, drie tegen één of drie tegen twee. De zwakkere kun je duwen als er achter hen ruimte is.',
    pac: 'Gelijke krachten staan in een lijn tegenover elkaar. Niemand kan duwen.',
    danger: 'Een knikker is in gevaar als een tegenstander hem met zijn volgende zet van het bord kan duwen.',
    single: 'Eén knikker alleen: geen andere van zijn kleur raakt hem.',
    pair: 'Twee knikkers die elkaar raken, zonder een derde van hun kleur.',
    triplet: 'Drie knikkers die aan elkaar liggen. Er zijn drie vormen: lans, boog en schild.',
    lance: 'Drie knikkers op een rij: zo val je het sterkst aan.',
    arc: 'Drie knikkers in een bocht.',
    shield: 'Drie knikkers in een driehoek: van elke kant moeilijk aan te vallen.',
    multiple: 'Vier of meer knikkers die aan elkaar liggen, in welke vorm ook.',
    block: 'Drie rijen van drie naast elkaar. Recht of geknikt, het is bijna niet te breken.',
    det: 'Eén knikker met rondom knikkers van tegenstanders.',
  },
} satisfies Translation<typeof en>;
