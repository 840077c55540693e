import type { views as english } from "../en/views.ts";

export const views: Record<keyof typeof english, string> = {
  "views.title": "Ansichten",
  "views.none": "Speichere Filter und Spalten, die du oft brauchst, als Ansicht.",
  "views.save": "Diese Ansicht speichern",
  "views.name": "Name",
  "views.name-help": "Behält die Filter und Spalten, die die Liste jetzt hat.",
  "views.share": "Mit dem Team teilen",
  "views.shared-by": "Geteilt von {who}",
  "views.edit": "Ändern",
  "views.edit-title": "Diese Ansicht ändern",
  "views.replace": "Ihre Filter und Spalten durch die jetzigen der Liste ersetzen",
  "views.submit": "Speichern",
  "views.delete": "Löschen",
};
