import type { search as english } from "../en/search.ts";

export const search: Record<keyof typeof english, string> = {
  "search.open": "Alles durchsuchen",
  "search.close": "Suche schließen",
  "search.placeholder": "Zahlung, Kunde, ID, Ansicht",
  "search.found": "Gefunden",
  "search.screens": "Ansichten",
  "search.all-payments": "Alle passenden Zahlungen zeigen",
  "search.what": "Was sich suchen lässt",
  "search.what-help":
    "Zahlungen nach E-Mail-Adresse oder einem Teil davon, letzten vier Ziffern, Betrag, Bestellnummer oder der Referenz des Anbieters. Zahlungslinks nach ihrem Namen und Ansichten wie Einstellungen. Eine ID von Kassa führt zu dem, wozu sie gehört.",
  "search.none": "Nichts passt zu „{text}“",
  "search.none-help":
    "Versuche eine E-Mail-Adresse oder ihren Anfang, die letzten vier Ziffern der Karte, einen Betrag wie 25,99 oder eine ganze Referenz.",
  "search.other-mode": "Diese ID gehört zum Modus {mode}. Wechsle oben den Modus und suche noch einmal.",
  "search.count": "{count} gefunden",
  "search.escape": "Esc",
  "search.key-choose": "wählen",
  "search.key-open": "öffnen",
  "search.key-close": "schließen",
  "search.words.settings": "Marke Logo Farbe Kontakt Sprache Texte Impressum Aussehen Name",
  "search.words.settings/rules": "Beträge Hosts spätes Geld Überweisungen Anfragen",
  "search.words.security": "Passwort Passkey zweiter Faktor Authenticator Code Anmeldungen",
  "search.words.team": "Mitglieder Personen Rollen einladen Einladung Kollegen",
  "search.words.connectors": "PSP Konten Stripe Adyen Mollie PayPal Routing Zugangsdaten Testzahlung",
  "search.words.developers": "Testkarten Dokumentation API",
  "search.words.payments": "Ansichten Spalten Filter",
  "search.words.bank/accounts": "IBAN",
  "search.words.disputes": "Rückbuchungen Belege Chargeback",
};
