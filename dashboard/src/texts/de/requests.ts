import type { requests as english } from "../en/requests.ts";

export const requests: Record<keyof typeof english, string> = {
  "nav.requests": "Anfragen",
  "requests.title": "Anfragen",
  "requests.help-sandbox":
    "Was deine Server in den letzten 14 Tagen mit ihren API-Schlüsseln angefragt haben, und was Kassa geantwortet hat.",
  "requests.help-live":
    "Was deine Server in den letzten 14 Tagen mit ihren API-Schlüsseln angefragt haben, und was Kassa geantwortet hat. Lesen, das gelungen ist, wird nicht aufbewahrt.",
  "requests.back": "Alle Anfragen",
  "requests.request": "Anfrage",
  "requests.answer": "Antwort",
  "requests.duration": "Dauer",
  "requests.ms": "{count} ms",
  "requests.at": "Zeit",
  "requests.any": "Alle",
  "requests.failed": "Nur fehlgeschlagene",
  "requests.method": "Methode",
  "requests.path": "Pfad beginnt mit",
  "requests.key": "API-Schlüssel",
  "requests.none": "Noch keine Anfrage",
  "requests.none-sandbox":
    "Sende eine mit einem Sandbox-Schlüssel: „Erste Schritte“ hat eine zum Kopieren. Sie erscheint hier innerhalb einer Sekunde.",
  "requests.none-live": "Anfragen mit einem Live-Schlüssel erscheinen hier innerhalb einer Sekunde.",
  "requests.none-found": "Keine Anfrage passt",
  "requests.none-found-help": "Wähle andere Filter. Anfragen werden 14 Tage aufbewahrt.",
  "requests.forbidden": "Inhaber und Entwickler sehen, was Programme angefragt haben.",
  "requests.session": "Sitzung öffnen",
  "requests.field": "Es geht um {param}.",
  "requests.explain": "Was {code} bedeutet, und was zu tun ist",
  "requests.id": "Anfrage-ID",
  "requests.from": "Von",
  "requests.program": "Programm",
  "requests.sent": "Was dein Server gesendet hat",
  "requests.answered": "Was Kassa geantwortet hat",
  "requests.redacted":
    "Texte, Adressen und Geheimnisse werden nicht gespeichert. Sie erscheinen als [redacted].",
  "requests.no-body": "Es wurde kein Inhalt gesendet, oder keiner wird aufbewahrt.",
};
