import type { team as english } from "../en/team.ts";

export const team: Record<keyof typeof english, string> = {
  "team.title": "Team",
  "team.invite": "Jemanden einladen",
  "team.email": "E-Mail-Adresse",
  "team.role": "Rolle",
  "team.invite-submit": "Link erzeugen",
  "team.link": "Schicke diesen Link an {email}. Er gilt einmal und sieben Tage lang.",
  "team.member": "Mitglied",
  "team.second-factor": "Zweiter Faktor",
  "team.second-factor.yes": "Eingerichtet",
  "team.second-factor.no": "Keiner",
  "team.remove": "Entfernen",
  "team.remove-title": "{name} entfernen?",
  "team.remove-help": "Die Person wird sofort abgemeldet und sieht nichts mehr von diesem Unternehmen.",
  "team.invited": "Eingeladen",
  "team.until": "bis {date}",
  "team.revoke": "Zurückziehen",
  "team.owners-only": "Nur Inhaber können das Team ändern.",
  "team.link-sent":
    "Die Einladung ging an {email}. Du kannst auch diesen Link weitergeben. Er gilt einmal und sieben Tage lang.",
  "team.reset": "Neues Passwort",
  "team.reset-title": "Ein neues Passwort für {name}?",
  "team.reset-help":
    "Du bekommst einen Link, mit dem die Person ein neues Passwort setzt. Bis dahin gilt das alte.",
  "team.reset-factors": "Das Telefon ist auch weg: Authenticator-App und Passkeys entfernen",
  "team.reset-link": "Gib diesen Link nur an {email}. Er gilt einmal und zwei Tage lang.",
};
