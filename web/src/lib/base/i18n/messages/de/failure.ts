import type en from '../en/failure';
import type { Translation } from '../message';

export default {
  failure: {
    retry: 'Noch einmal versuchen',
    network: 'Der Server ist nicht erreichbar. Prüfe deine Verbindung und versuch es noch einmal.',
    noSocket: 'Der Server läuft, aber die Live-Verbindung wird blockiert. Prüfe Firewall und Proxy, schließe andere Tabs und versuch es noch einmal.',
    notSent: 'Das wurde nicht gesendet: keine Verbindung zum Server. Versuch es noch einmal, wenn du wieder online bist.',
    unanswered: 'Die Verbindung brach ab, bevor der Server antwortete. Diese Seite zeigt jetzt den aktuellen Stand.',
  },
  notSent: {
    create_room: 'Die Partie wurde nicht erstellt: keine Verbindung zum Server.',
    join: 'Du bist nicht beigetreten: keine Verbindung zum Server.',
    resign: 'Du hast nicht aufgegeben: keine Verbindung zum Server.',
  },
} satisfies Translation<typeof en>;
