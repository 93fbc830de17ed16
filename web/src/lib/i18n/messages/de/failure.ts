import type en from '../en/failure';
import type { Translation } from '../message';

export default {
  failure: {
    retry: 'Noch einmal versuchen',
    network: 'Der Server ist nicht erreichbar. Prüfe deine Verbindung und versuch es noch einmal.',
    noSocket: 'Der Server ist da, lässt diese Seite aber keine Verbindung aufbauen. Vielleicht sind in deinem Netz zu viele Seiten offen.',
    notSent: 'Das wurde nicht gesendet: Es gab keine Verbindung zum Server.',
    unanswered: 'Die Verbindung riss ab, bevor der Server geantwortet hat. Was dort angekommen ist, siehst du jetzt.',
  },
  notSent: {
    create_room: 'Die Partie wurde nicht erstellt: Es gab keine Verbindung zum Server.',
    join: 'Du bist nicht beigetreten: Es gab keine Verbindung zum Server.',
    resign: 'Du hast nicht aufgegeben: Es gab keine Verbindung zum Server.',
  },
} satisfies Translation<typeof en>;
