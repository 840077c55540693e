/** The languages of the pages of the simulated PSP, bank and wallet. */
export const pageLocales = ["en", "de", "fr", "es", "ar"] as const;
export type PageLocale = (typeof pageLocales)[number];

export type PageTexts = {
  readonly band: string;
  readonly bank: string;
  readonly heading: string;
  readonly explanation: string;
  readonly amount: string;
  readonly card: string;
  readonly purpose: string;
  readonly complete: (amount: string) => string;
  readonly fail: string;
  readonly wallet: string;
  readonly walletHeading: string;
  readonly walletExplanation: string;
  readonly psp: string;
  readonly hostedHeading: string;
  readonly hostedExplanation: string;
  readonly testCard: string;
  readonly testAccount: string;
  readonly declined: (reason: string) => string;
  readonly chooseOne: string;
  readonly approve: (amount: string) => string;
  readonly cancel: string;
  readonly transferHeading: string;
  readonly transferExplanation: string;
  readonly recipient: string;
  readonly iban: string;
  readonly bic: string;
  readonly reference: string;
  readonly send: (amount: string) => string;
  readonly sendOther: string;
  readonly otherAmount: (currency: string) => string;
  readonly sendThis: string;
  readonly amountInvalid: (example: string) => string;
  readonly received: string;
  readonly withhold: string;
  readonly transferArrives: string;
  readonly transferWithheld: string;
  readonly transferPart: string;
  readonly transferLate: string;
  readonly sentHeading: string;
  readonly sentText: string;
  readonly back: string;
  readonly unknownHeading: string;
  readonly unknownText: string;
  readonly unavailableHeading: string;
  readonly unavailableText: string;
};

export const pageTexts: Readonly<Record<PageLocale, PageTexts>> = {
  en: {
    band: "Sandbox: no real money moves",
    bank: "Test bank",
    heading: "Confirm it’s you",
    explanation: "This page simulates your bank’s page. Choose the result of the check.",
    amount: "Amount",
    card: "Card",
    purpose: "For",
    complete: (amount) => `Confirm ${amount}`,
    fail: "Fail the check",
    wallet: "Test wallet",
    walletHeading: "Pay with your wallet?",
    walletExplanation: "This page simulates the wallet’s page. Choose what its owner does.",
    psp: "Test payment provider",
    hostedHeading: "Choose how to pay",
    hostedExplanation:
      "This page simulates the payment page of a payment service provider. Choose what the customer pays with.",
    testCard: "Test card",
    testAccount: "Test account",
    declined: (reason) => `Declined: ${reason}. Choose another one, or cancel.`,
    chooseOne: "Choose one from the list.",
    approve: (amount) => `Pay ${amount}`,
    cancel: "Cancel",
    transferHeading: "Send a transfer",
    transferExplanation:
      "This page simulates your bank’s page. Send the requested amount, or another amount to see what happens.",
    recipient: "Recipient",
    iban: "IBAN",
    bic: "BIC",
    reference: "Reference",
    send: (amount) => `Send ${amount}`,
    sendOther: "Send another amount",
    otherAmount: (currency) => `Amount in ${currency}`,
    sendThis: "Send this amount",
    amountInvalid: (example) => `Enter an amount above zero, such as ${example}.`,
    received: "Received so far",
    withhold: "Don’t send it automatically",
    transferArrives: "If you do nothing, the money arrives automatically after a while.",
    transferWithheld: "The money won’t be sent automatically. You can still send it.",
    transferPart: "Part of the money has arrived. The rest won’t be sent automatically.",
    transferLate: "The seller no longer expects this money. A transfer that you send now arrives too late.",
    sentHeading: "The money has been sent",
    sentText: "It has arrived at the seller’s account.",
    back: "Back to the payment",
    unknownHeading: "There is nothing to confirm here",
    unknownText: "No money moved. Go back to the seller and start the payment again.",
    unavailableHeading: "The test bank can’t be reached",
    unavailableText: "The result of the check isn’t known yet. Reload this page in a moment.",
  },
  de: {
    band: "Sandbox: Es fließt kein echtes Geld",
    bank: "Testbank",
    heading: "Bestätigen Sie, dass Sie es sind",
    explanation: "Diese Seite simuliert die Seite Ihrer Bank. Wählen Sie das Ergebnis der Prüfung.",
    amount: "Betrag",
    card: "Karte",
    purpose: "Für",
    complete: (amount) => `${amount} bestätigen`,
    fail: "Prüfung scheitern lassen",
    wallet: "Testwallet",
    walletHeading: "Mit Ihrer Wallet bezahlen?",
    walletExplanation: "Diese Seite simuliert die Seite der Wallet. Wählen Sie, was der Inhaber tut.",
    psp: "Test-Zahlungsdienst",
    hostedHeading: "Wählen Sie, womit Sie bezahlen",
    hostedExplanation:
      "Diese Seite simuliert die Bezahlseite eines Zahlungsdienstleisters. Wählen Sie, womit der Kunde bezahlt.",
    testCard: "Testkarte",
    testAccount: "Testkonto",
    declined: (reason) => `Abgelehnt: ${reason}. Wählen Sie eine andere Möglichkeit oder brechen Sie ab.`,
    chooseOne: "Wählen Sie einen Eintrag der Liste.",
    approve: (amount) => `${amount} bezahlen`,
    cancel: "Abbrechen",
    transferHeading: "Überweisung senden",
    transferExplanation:
      "Diese Seite simuliert die Seite Ihrer Bank. Senden Sie den geforderten Betrag oder einen anderen, um zu sehen, was geschieht.",
    recipient: "Empfänger",
    iban: "IBAN",
    bic: "BIC",
    reference: "Verwendungszweck",
    send: (amount) => `${amount} senden`,
    sendOther: "Anderen Betrag senden",
    otherAmount: (currency) => `Betrag in ${currency}`,
    sendThis: "Diesen Betrag senden",
    amountInvalid: (example) => `Geben Sie einen Betrag über null an, etwa ${example}.`,
    received: "Bisher angekommen",
    withhold: "Nicht automatisch senden",
    transferArrives: "Wenn Sie nichts tun, kommt das Geld nach einer Weile automatisch an.",
    transferWithheld: "Das Geld wird nicht automatisch gesendet. Sie können es noch senden.",
    transferPart: "Ein Teil ist angekommen. Der Rest wird nicht automatisch gesendet.",
    transferLate:
      "Der Verkäufer erwartet dieses Geld nicht mehr. Eine Überweisung, die Sie jetzt senden, kommt zu spät.",
    sentHeading: "Das Geld wurde gesendet",
    sentText: "Es ist auf dem Konto des Verkäufers angekommen.",
    back: "Zurück zur Zahlung",
    unknownHeading: "Hier gibt es nichts zu bestätigen",
    unknownText:
      "Es wurde kein Geld bewegt. Gehen Sie zum Verkäufer zurück und beginnen Sie die Zahlung neu.",
    unavailableHeading: "Die Testbank ist nicht erreichbar",
    unavailableText:
      "Das Ergebnis der Prüfung ist noch nicht bekannt. Laden Sie die Seite gleich noch einmal.",
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
    wallet: "Portefeuille de test",
    walletHeading: "Payer avec votre portefeuille ?",
    walletExplanation: "Cette page remplace celle du portefeuille. Choisissez ce que fait son titulaire.",
    psp: "Prestataire de paiement de test",
    hostedHeading: "Choisissez comment payer",
    hostedExplanation:
      "Cette page simule la page de paiement d’un prestataire de services de paiement. Choisissez avec quoi le client paie.",
    testCard: "Carte de test",
    testAccount: "Compte de test",
    declined: (reason) => `Refusé : ${reason}. Choisissez une autre possibilité, ou annulez.`,
    chooseOne: "Choisissez une entrée de la liste.",
    approve: (amount) => `Payer ${amount}`,
    cancel: "Annuler",
    transferHeading: "Envoyer un virement",
    transferExplanation:
      "Cette page remplace celle de votre banque. Envoyez le montant demandé, ou un autre pour voir ce qui se passe.",
    recipient: "Bénéficiaire",
    iban: "IBAN",
    bic: "BIC",
    reference: "Référence",
    send: (amount) => `Envoyer ${amount}`,
    sendOther: "Envoyer un autre montant",
    otherAmount: (currency) => `Montant en ${currency}`,
    sendThis: "Envoyer ce montant",
    amountInvalid: (example) => `Indiquez un montant supérieur à zéro, par exemple ${example}.`,
    received: "Déjà arrivé",
    withhold: "Ne pas l’envoyer automatiquement",
    transferArrives: "Si vous ne faites rien, l’argent arrive de lui-même après un moment.",
    transferWithheld: "L’argent n’arrive pas de lui-même. Vous pouvez encore l’envoyer.",
    transferPart: "Une partie est arrivée. Le reste n’arrive pas de lui-même.",
    transferLate: "Personne n’attend plus cet argent. Ce que vous envoyez maintenant arrive trop tard.",
    sentHeading: "L’argent est envoyé",
    sentText: "Il est arrivé sur le compte du vendeur.",
    back: "Retour au paiement",
    unknownHeading: "Il n’y a rien à confirmer ici",
    unknownText: "Aucun argent n’a été débité. Retournez chez le vendeur et recommencez le paiement.",
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
    wallet: "Monedero de pruebas",
    walletHeading: "¿Pagar con su monedero?",
    walletExplanation: "Esta página sustituye a la del monedero. Elija qué hace su titular.",
    psp: "Proveedor de pagos de prueba",
    hostedHeading: "Elija cómo pagar",
    hostedExplanation:
      "Esta página simula la página de pago de un proveedor de servicios de pago. Elija con qué paga el cliente.",
    testCard: "Tarjeta de prueba",
    testAccount: "Cuenta de prueba",
    declined: (reason) => `Rechazado: ${reason}. Elija otra opción o cancele.`,
    chooseOne: "Elija una opción de la lista.",
    approve: (amount) => `Pagar ${amount}`,
    cancel: "Cancelar",
    transferHeading: "Enviar una transferencia",
    transferExplanation:
      "Esta página sustituye a la de su banco. Envíe el importe solicitado, u otro para ver qué ocurre.",
    recipient: "Beneficiario",
    iban: "IBAN",
    bic: "BIC",
    reference: "Referencia",
    send: (amount) => `Enviar ${amount}`,
    sendOther: "Enviar otro importe",
    otherAmount: (currency) => `Importe en ${currency}`,
    sendThis: "Enviar este importe",
    amountInvalid: (example) => `Escriba un importe mayor que cero, por ejemplo ${example}.`,
    received: "Recibido hasta ahora",
    withhold: "No enviarla automáticamente",
    transferArrives: "Si no hace nada, el dinero llega solo al cabo de un rato.",
    transferWithheld: "El dinero no llega solo. Todavía puede enviarlo.",
    transferPart: "Ha llegado una parte. El resto no llega solo.",
    transferLate: "Nadie espera ya este dinero. Lo que envíe ahora llega demasiado tarde.",
    sentHeading: "El dinero está enviado",
    sentText: "Ha llegado a la cuenta del vendedor.",
    back: "Volver al pago",
    unknownHeading: "Aquí no hay nada que confirmar",
    unknownText: "No se ha movido dinero. Vuelva al sitio del vendedor y empiece el pago de nuevo.",
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
    wallet: "محفظة تجريبية",
    walletHeading: "هل تدفع بمحفظتك؟",
    walletExplanation: "تحل هذه الصفحة محل صفحة المحفظة. اختر ما يفعله صاحبها.",
    psp: "مزود دفع تجريبي",
    hostedHeading: "اختر طريقة الدفع",
    hostedExplanation: "تحاكي هذه الصفحة صفحة الدفع لدى مزود خدمات الدفع. اختر ما يدفع به العميل.",
    testCard: "بطاقة تجريبية",
    testAccount: "حساب تجريبي",
    declined: (reason) => `رُفضت العملية: ${reason}. اختر خيارًا آخر أو ألغِ.`,
    chooseOne: "اختر عنصرًا من القائمة.",
    approve: (amount) => `دفع ${amount}`,
    cancel: "إلغاء",
    transferHeading: "إرسال حوالة",
    transferExplanation: "تحل هذه الصفحة محل صفحة بنكك. أرسل المبلغ المطلوب، أو مبلغًا آخر لترى ما يحدث.",
    recipient: "المستفيد",
    iban: "رقم الآيبان",
    bic: "رمز BIC",
    reference: "المرجع",
    send: (amount) => `إرسال ${amount}`,
    sendOther: "إرسال مبلغ آخر",
    otherAmount: (currency) => `المبلغ بعملة ${currency}`,
    sendThis: "إرسال هذا المبلغ",
    amountInvalid: (example) => `اكتب مبلغًا أكبر من صفر، مثل ${example}.`,
    received: "ما وصل حتى الآن",
    withhold: "عدم الإرسال تلقائيًا",
    transferArrives: "إذا لم تفعل شيئًا، يصل المال من تلقاء نفسه بعد مدة.",
    transferWithheld: "لا يصل المال من تلقاء نفسه. ما زال بإمكانك إرساله.",
    transferPart: "وصل جزء من المبلغ. الباقي لا يصل من تلقاء نفسه.",
    transferLate: "لم يعد أحد ينتظر هذا المال. ما ترسله الآن يصل متأخرًا.",
    sentHeading: "أُرسل المال",
    sentText: "وصل إلى حساب البائع.",
    back: "العودة إلى الدفع",
    unknownHeading: "لا يوجد ما يمكن تأكيده هنا",
    unknownText: "لم تُنقل أي أموال. عُد إلى موقع البائع وابدأ الدفع من جديد.",
    unavailableHeading: "تعذّر الوصول إلى البنك التجريبي",
    unavailableText: "لا يمكننا بعد معرفة نتيجة التحقق. أعد تحميل الصفحة بعد لحظات.",
  },
};
