/** The languages of the issuer's page. */
export const challengeLocales = ["en", "de", "fr", "es", "ar"] as const;
export type ChallengeLocale = (typeof challengeLocales)[number];

export type ChallengeTexts = {
  readonly band: string;
  readonly bank: string;
  readonly heading: string;
  readonly explanation: string;
  readonly amount: string;
  readonly card: string;
  readonly purpose: string;
  readonly complete: (amount: string) => string;
  readonly fail: string;
  readonly unknownHeading: string;
  readonly unknownText: string;
  readonly unavailableHeading: string;
  readonly unavailableText: string;
};

export const challengeTexts: Readonly<Record<ChallengeLocale, ChallengeTexts>> = {
  en: {
    band: "Sandbox: no real money moves",
    bank: "Test bank",
    heading: "Is it you who pays?",
    explanation: "This page stands in for your bank's. Choose how its check ends.",
    amount: "Amount",
    card: "Card",
    purpose: "For",
    complete: (amount) => `Confirm ${amount}`,
    fail: "Fail the check",
    unknownHeading: "There is nothing to confirm here",
    unknownText: "No money moved. Go back to the shop and start the payment again.",
    unavailableHeading: "The test bank can't be reached",
    unavailableText: "We can't say yet how the check ended. Reload this page in a moment.",
  },
  de: {
    band: "Sandbox: Es fließt kein echtes Geld",
    bank: "Testbank",
    heading: "Zahlen Sie selbst?",
    explanation: "Diese Seite steht für die Ihrer Bank. Wählen Sie, wie deren Prüfung ausgeht.",
    amount: "Betrag",
    card: "Karte",
    purpose: "Für",
    complete: (amount) => `${amount} bestätigen`,
    fail: "Prüfung scheitern lassen",
    unknownHeading: "Hier gibt es nichts zu bestätigen",
    unknownText: "Es wurde kein Geld bewegt. Gehen Sie zum Shop zurück und beginnen Sie die Zahlung neu.",
    unavailableHeading: "Die Testbank ist nicht erreichbar",
    unavailableText:
      "Wie die Prüfung ausging, lässt sich noch nicht sagen. Laden Sie die Seite gleich noch einmal.",
  },
  fr: {
    band: "Sandbox : aucun argent réel n’est débité",
    bank: "Banque de test",
    heading: "Est-ce bien vous qui payez ?",
    explanation: "Cette page remplace celle de votre banque. Choisissez l’issue de la vérification.",
    amount: "Montant",
    card: "Carte",
    purpose: "Pour",
    complete: (amount) => `Confirmer ${amount}`,
    fail: "Faire échouer la vérification",
    unknownHeading: "Il n’y a rien à confirmer ici",
    unknownText: "Rien n’a été débité. Retournez à la boutique et recommencez le paiement.",
    unavailableHeading: "La banque de test est injoignable",
    unavailableText: "L’issue de la vérification n’est pas encore connue. Rechargez la page dans un instant.",
  },
  es: {
    band: "Sandbox: no se mueve dinero real",
    bank: "Banco de pruebas",
    heading: "¿Es usted quien paga?",
    explanation: "Esta página sustituye a la de su banco. Elija cómo termina la comprobación.",
    amount: "Importe",
    card: "Tarjeta",
    purpose: "Concepto",
    complete: (amount) => `Confirmar ${amount}`,
    fail: "Hacer fallar la comprobación",
    unknownHeading: "Aquí no hay nada que confirmar",
    unknownText: "No se ha movido dinero. Vuelva a la tienda y empiece el pago de nuevo.",
    unavailableHeading: "No se puede contactar con el banco de pruebas",
    unavailableText: "Aún no se sabe cómo terminó la comprobación. Vuelva a cargar la página en un momento.",
  },
  ar: {
    band: "بيئة تجريبية: لا تُنقل أموال حقيقية",
    bank: "بنك تجريبي",
    heading: "هل أنت من يدفع؟",
    explanation: "تحل هذه الصفحة محل صفحة بنكك. اختر كيف تنتهي عملية التحقق.",
    amount: "المبلغ",
    card: "البطاقة",
    purpose: "مقابل",
    complete: (amount) => `تأكيد ${amount}`,
    fail: "إفشال التحقق",
    unknownHeading: "لا يوجد ما يمكن تأكيده هنا",
    unknownText: "لم تُنقل أي أموال. عُد إلى المتجر وابدأ الدفع من جديد.",
    unavailableHeading: "تعذّر الوصول إلى البنك التجريبي",
    unavailableText: "لا يمكننا بعد معرفة نتيجة التحقق. أعد تحميل الصفحة بعد لحظات.",
  },
};
