import type { customers as english } from "../en/customers.ts";

export const customers: Record<keyof typeof english, string> = {
  "customers.title": "Kunden",
  "customers.help": "Nach E-Mail-Adresse: was sie bezahlt haben, und ihre Daten zum Herausgeben oder Tilgen.",
  "customers.search-hint": "Der Anfang einer E-Mail-Adresse, eines Nachnamens darin oder ihrer Domain",
  "customers.none": "Noch keine Kunden",
  "customers.none-help": "Wer mit einer E-Mail-Adresse bezahlt, erscheint hier.",
  "customers.none-found": "Kein Kunde passt",
  "customers.latest": "Letzte Zahlung",
  "customers.back": "Alle Kunden",
  "customers.export": "Daten exportieren",
  "customers.erase": "Tilgen",
  "customers.no-payments": "Keine Zahlungen",
  "customers.no-payments-help":
    "Mit dieser Adresse wurde in diesem Modus nichts bezahlt, oder sie wurde getilgt.",
  "customers.sums": "Insgesamt",
  "customers.sums-listed": "Die unten gezeigten Zahlungen",
  "customers.erase-title": "{email} tilgen?",
  "customers.erase-help":
    "Namen, Adressen und Texte dieses Kunden werden aus Sandbox- und Live-Daten entfernt, endgültig. Beträge, Kennungen und Zeiten bleiben für deine Bücher.",
  "customers.erase-type": "Zur Bestätigung {email} eingeben",
  "customers.close": "Schließen",
  "customers.erased":
    "Getilgt: {sessions, plural, one {# Sitzung} other {# Sitzungen}}, {payments, plural, one {# Zahlung} other {# Zahlungen}}.",
  "customers.kept-receipts":
    "{count, plural, one {# Beleg bleibt, weil das Gesetz ihn verlangt.} other {# Belege bleiben, weil das Gesetz sie verlangt.}}",
  "customers.kept-files":
    "{count, plural, one {# Datei einer Reklamation kann den Kunden nennen. Sieh sie an.} other {# Dateien von Reklamationen können den Kunden nennen. Sieh sie an.}}",
  "customers.kept-refunds":
    "{count, plural, one {# Erstattung muss noch gesendet werden und verliert dann den Empfänger.} other {# Erstattungen müssen noch gesendet werden und verlieren dann den Empfänger.}}",
};
