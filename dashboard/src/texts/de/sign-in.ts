import type { signIn as english } from "../en/sign-in.ts";

export const signIn: Record<keyof typeof english, string> = {
  "sign-in.title": "Bei Kassa anmelden",
  "sign-in.email": "E-Mail-Adresse",
  "sign-in.password": "Passwort",
  "sign-in.submit": "Anmelden",
  "sign-in.no-account":
    "Konten entstehen durch Einladung. Der Link für den ersten Inhaber wurde beim Start von Kassa ausgegeben.",
  "second-factor.title": "Code eingeben",
  "second-factor.hint": "Die sechs Ziffern aus deiner Authenticator-App.",
  "second-factor.code": "Code",
  "second-factor.submit": "Weiter",
  "second-factor.back": "Zurück zum Passwort",
  "join.title": "{tenant} beitreten",
  "join.owner": "Dir gehört dann dieses Unternehmen in Kassa: seine Zahlungen, Schlüssel und sein Team.",
  "join.role": "Deine Rolle: {role}.",
  "join.name": "Dein Name",
  "join.email": "Deine E-Mail-Adresse",
  "join.password": "Passwort wählen",
  "join.password-hint": "Mindestens 12 Zeichen. Einige Wörter merken sich leicht.",
  "join.submit": "Konto anlegen",
  "join.has-account": "Du hast schon ein Konto mit {email}. Melde dich an, dann trittst du bei.",
  "join.as-me": "Als {email} beitreten",
  "join.missing": "Dieser Link ist unvollständig. Kopiere ihn ganz in die Adresszeile.",
  "sign-in.forgot": "Passwort vergessen",
  "sign-in.or": "oder",
  "sign-in.passkey": "Mit einem Passkey anmelden",
  "second-factor.use-backup": "Reservecode verwenden",
  "backup-code.title": "Reservecode eingeben",
  "backup-code.hint":
    "Einer von denen, die du beim Einrichten der Authenticator-App aufbewahrt hast. Jeder gilt einmal.",
  "backup-code.back": "Authenticator-App verwenden",
  "passkey.exists": "Dieses Gerät hat schon einen Passkey für dein Konto.",
  "passkey.not-used": "Es wurde kein Passkey verwendet. Versuche es noch einmal oder melde dich anders an.",
  "forgot.title": "Ein neues Passwort",
  "forgot.help": "Wir schicken dir einen Link, mit dem du ein neues wählst.",
  "forgot.submit": "Link schicken",
  "forgot.sent": "Wenn {email} ein Konto hat, ist ein Link unterwegs. Er gilt einmal und eine Stunde lang.",
  "forgot.no-mail":
    "Dieses Kassa verschickt keine Mails. Bitte einen Inhaber deines Unternehmens um einen Link: Er wird unter Team erzeugt.",
  "reset.title": "Neues Passwort wählen",
  "reset.password": "Neues Passwort",
  "reset.submit": "Passwort setzen",
  "reset.done": "Dein Passwort ist gesetzt, und du bist überall abgemeldet.",
  "reset.removes-factors":
    "Deine Authenticator-App und Passkeys werden entfernt. Richte sie nach der Anmeldung neu ein.",
  "sign-in-error.INVALID_EMAIL_OR_PASSWORD": "Die E-Mail-Adresse oder das Passwort ist falsch.",
  "sign-in-error.INVALID_PASSWORD": "Das Passwort ist falsch.",
  "sign-in-error.INVALID_CODE":
    "Der Code ist falsch oder hat sich inzwischen geändert. Gib den ein, den die App jetzt zeigt.",
  "sign-in-error.INVALID_BACKUP_CODE": "Dieser Reservecode ist falsch oder wurde schon verwendet.",
  "sign-in-error.INVALID_TWO_FACTOR_COOKIE":
    "Die Zeit für den Code ist abgelaufen. Gib dein Passwort noch einmal ein.",
  "sign-in-error.SESSION_NOT_FRESH":
    "Deine Anmeldung ist älter als 15 Minuten. Melde dich ab und wieder an, und versuche es dann.",
  "sign-in-error.PASSKEY_NOT_FOUND": "Kassa kennt diesen Passkey nicht. Vielleicht wurde er entfernt.",
  "sign-in-error.AUTHENTICATION_FAILED":
    "Dieser Passkey wurde nicht angenommen. Versuche es noch einmal oder melde dich anders an.",
  "sign-in-error.ACCOUNT_TEMPORARILY_LOCKED":
    "Zu viele falsche Codes. Warte ein paar Minuten und versuche es dann noch einmal.",
  "sign-in-error.PREVIOUSLY_REGISTERED": "Dieses Gerät hat schon einen Passkey für dein Konto.",
  "sign-in-error.CHALLENGE_NOT_FOUND": "Das hat zu lange gedauert. Versuche es noch einmal.",
};
