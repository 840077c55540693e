import type { paymentLinks as english } from "../en/payment-links.ts";

export const paymentLinks: Record<keyof typeof english, string> = {
  "links.title": "Zahlungslinks",
  "links.help":
    "Eine Adresse, über die viele Kunden zahlen: auf einem Plakat, in einem Newsletter, auf einer Website.",
  "links.new": "Zahlungslink erstellen",
  "links.none-found": "Kein Zahlungslink passt",
  "links.none": "Noch keine Zahlungslinks",
  "links.none-help":
    "Erstelle einen für etwas, das viele zum selben Preis kaufen, etwa eine Karte oder eine Spende, und verbreite seine Adresse oder seinen QR-Code. Für einen einzelnen Kunden forderst du unter Sitzungen eine Zahlung an.",
  "links.name": "Name",
  "links.name-help": "Für dich selbst. Kunden sehen ihn nicht.",
  "links.limit": "Wie viele zahlen dürfen",
  "links.limit-help": "Leer für beliebig viele.",
  "links.limit-invalid": "Gib eine ganze Zahl ab 1 ein, oder nichts.",
  "links.last-day": "Letzter Tag",
  "links.last-day-help":
    "Bis zum Ende dieses Tages können Kunden mit dem Bezahlen beginnen. Leer für kein Ende.",
  "links.success-help": "Eine Seite von dir, die Danke sagt. Ohne sie sagt es die Zahlungsseite.",
  "links.create": "Link erstellen",
  "links.back": "Alle Zahlungslinks",
  "links.address": "Adresse",
  "links.address-help":
    "Verbreite sie, oder drucke ihren Code. Sie zu öffnen kostet nichts und verpflichtet zu nichts.",
  "links.qr": "QR-Code des Zahlungslinks",
  "links.qr-save": "Code herunterladen (SVG)",
  "links.open": "Seite öffnen",
  "links.id": "Id des Zahlungslinks",
  "links.paid": "Bezahlt",
  "links.paid-of": "{paid} von {most}",
  "links.until": "Offen bis",
  "links.no-end": "Kein Ende",
  "links.stays": "Bleibt auf der Zahlungsseite",
  "links.change": "Ändern",
  "links.change-title": "Zahlungslink ändern",
  "links.save": "Speichern",
  "links.activate": "Aktivieren",
  "links.activate-title": "Diesen Link aktivieren?",
  "links.activate-help": "Kunden können wieder über ihn zahlen.",
  "links.deactivate": "Deaktivieren",
  "links.deactivate-title": "Diesen Link deaktivieren?",
  "links.deactivate-help":
    "Seine Seite sagt dann, dass niemand zahlen kann. Wer schon begonnen hat, kann zu Ende zahlen.",
  "links.begun": "Begonnen",
  "links.completed": "Abgeschlossen",
  "links.no-sessions": "Noch niemand hat begonnen zu zahlen",
  "links.no-sessions-help": "Verbreite die Adresse oder den Code. Wer auf den Knopf drückt, steht dann hier.",
};
