import type { Translation } from '../../message';
import type en from '../../en/learn/glossary';

export default {
  glossary: {
    title: 'Woordenlijst',
    heading: 'Begrippen uit Abalone',
    text: 'Hoe spelers de zetten en vormen op het bord noemen, volgens de spelregels.',
    languages: 'In andere talen',
    lesson: 'Probeer het',
    board: 'Op een bord tonen',
    link: 'Link naar “{word}”',
  },
  meaning: {
    marble: 'Je speelstukken: met z’n tweeën ieder 14, met z’n drieën 11, met z’n vieren negen.',
    inLine: 'Eén tot drie knikkers gaan in de richting van hun rij naar het vrije veld ervoor.',
    sideStep: 'Twee of drie knikkers op een rij gaan allemaal één veld naar dezelfde kant.',
    sumito: 'Overmacht in een lijn: twee tegen één, drie tegen één of drie tegen twee. De sterkste kant kan duwen als er achter de zwakste ruimte is.',
    pac: 'Ook pac genoemd: aan beide kanten liggen er evenveel in een lijn. Niemand kan duwen.',
    danger: 'Een knikker is in gevaar als een tegenstander hem met zijn volgende zet van het bord kan duwen.',
    single: 'Eén knikker alleen, die geen andere van zijn kleur raakt.',
    pair: 'Twee knikkers van één kleur die elkaar raken, zonder een derde.',
    triplet: 'Drie knikkers die aan elkaar liggen. Er zijn drie vormen: lans, boog en schild.',
    lance: 'Drie knikkers op een rij: de sterkste vorm om aan te vallen.',
    arc: 'Drie knikkers in een bocht.',
    shield: 'Drie knikkers in een driehoek: van elke kant moeilijk aan te vallen.',
    multiple: 'Vier of meer knikkers die aan elkaar liggen, in welke vorm ook.',
    block: 'Drie rijen van drie naast elkaar. Recht of geknikt, het is bijna niet te breken.',
    det: 'Eén knikker, omringd door knikkers van tegenstanders.',
  },
} satisfies Translation<typeof en>;
