import type { audit as english } from "../en/audit.ts";

export const audit: Record<keyof typeof english, string> = {
  "audit.title": "Änderungsprotokoll",
  "audit.help": "Wer was geändert hat, und von wo. Niemand kann diese Liste ändern.",
  "audit.none": "Noch wurde nichts geändert",
  "audit.none-help":
    "Änderungen an Schlüsseln, Einstellungen, Endpunkten, Anbindungen und am Team erscheinen hier.",
  "audit.when": "Wann",
  "audit.who": "Wer",
  "audit.what": "Was",
  "audit.changes": "Vorher und nachher",
  "audit.hidden": "nicht gezeigt",
  "audit.nothing": "nichts",
  "audit.action.created": "angelegt",
  "audit.action.changed": "geändert",
  "audit.action.deleted": "gelöscht",
  "audit.action.erased": "getilgt",
  "audit.action.requested": "verlangt",
};
