import type { Locale } from '../api/types';
import { browserLocale, nearestLocale } from '../i18n/catalogue';

/** Choices that this browser keeps, so that the first paint is already right. */
type Name = 'locale' | 'theme' | 'keys';

export function recallChoice(name: Name): string | null {
  try {
    return localStorage.getItem(`memtray.${name}`);
  } catch {
    return null; // storage may be switched off
  }
}

export function rememberChoice(name: Name, value: string): void {
  try {
    if (value === '') localStorage.removeItem(`memtray.${name}`);
    else localStorage.setItem(`memtray.${name}`, value);
  } catch {
    // Then the choice lasts as long as this page.
  }
}

/** The language of the first paint, before the settings are known. */
export function firstLocale(): Locale {
  const chosen = recallChoice('locale');
  return chosen === null ? browserLocale() : nearestLocale([chosen]);
}
