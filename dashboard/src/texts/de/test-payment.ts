import type { testPayment as english } from "../en/test-payment.ts";

export const testPayment: Record<keyof typeof english, string> = {
  "test-payment.title": "Testzahlung",
  "test-payment.help-sandbox":
    "Bezahle einmal über dieses Konto, wie deine Kunden es tun werden, und sieh, ob es geht. Es fließt kein Geld.",
  "test-payment.help-live":
    "Bezahle einen kleinen Betrag mit deiner eigenen Karte über dieses Konto, bevor deine Kunden es tun. Es fließt echtes Geld. Danach kannst du es hier erstatten.",
  "test-payment.incomplete": "Ergänze zuerst, was oben noch fehlt.",
  "test-payment.disabled": "Das Konto ist abgeschaltet: Es bekommt deine Testzahlung und nichts von Kunden.",
  "test-payment.enable": "Schalte das Konto oben ein, dann können auch deine Kunden darüber bezahlen.",
  "test-payment.countries":
    "Das Konto ist für Kunden in {countries}. Nur aus einem dieser Länder kannst du dort bezahlen.",
  "test-payment.make": "Testzahlung machen",
  "test-payment.again": "Noch eine Testzahlung machen",
  "test-payment.effect-live":
    "Du bezahlst {amount} über {label}, auf der Zahlungsseite in einem anderen Tab. Der Anbieter behält vielleicht seine Gebühr, wenn du es erstattest.",
  "test-payment.go-on": "Weiter, {amount} bezahlen",
  "test-payment.waiting": "Wartet, bis du {amount} bezahlt hast",
  "test-payment.waiting-help":
    "Die Zahlungsseite ist in einem anderen Tab offen. Wenn nicht, öffne sie hier. Was daraus wird, siehst du hier.",
  "test-payment.processing": "{amount} wird gerade bezahlt",
  "test-payment.declined": "{amount} wurde nicht bezahlt",
  "test-payment.paid": "{amount} wurde bezahlt, das Konto funktioniert",
  "test-payment.refunded": "{amount} wurde bezahlt und erstattet, das Konto funktioniert",
  "test-payment.expired": "Die letzte Testzahlung über {amount} wurde beendet, ohne bezahlt zu sein",
  "test-payment.check-provider":
    "Prüfe hier die Zugangsdaten, und beim Anbieter, ob dein Konto freigeschaltet ist und diese Währung und diesen Betrag annimmt.",
  "test-payment.check-card":
    "Der Anbieter hat geantwortet, die Verbindung funktioniert also. Bezahle noch einmal, wenn möglich mit einer anderen Karte.",
  "test-payment.open": "Zahlungsseite öffnen",
  "test-payment.end": "Beenden",
  "test-payment.show": "Zahlung ansehen",
  "test-payment.refund": "Testzahlung erstatten",
  "test-payment.refunding": "{amount} wird erstattet. Der Anbieter hat es noch nicht bestätigt.",
};
