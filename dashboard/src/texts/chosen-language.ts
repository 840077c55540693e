const key = "kassa.language";

/** The language that was chosen in this browser; null while it is the browser's own. */
export function chosenLanguage(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Some browsers refuse storage altogether.
    return null;
  }
}

/** Keeps a language for this browser, and shows everything in it. */
export function chooseLanguage(language: string | null): void {
  if (language === null) localStorage.removeItem(key);
  else localStorage.setItem(key, language);
  location.reload();
}
