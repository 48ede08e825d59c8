import enFile from '../../locales/en.json?url';
import zhFile from '../../locales/zh-CN.json?url';
import type en from '../../locales/en.json';
import type { Locale } from '../api/types';

export type TextKey = keyof typeof en;

type Stem<K> = K extends `${infer S}.other` ? S : never;
/** Keys of texts that depend on a number: each has a .one and an .other. */
export type PluralKey = Stem<TextKey>;

export type Catalogue = Record<TextKey, string>;

/** The file of each language, fetched when it is needed: a page shows one language. */
const files: Record<Locale, string> = { en: enFile, 'zh-CN': zhFile };
const loaded = new Map<Locale, Catalogue>();

export const LOCALES: readonly Locale[] = ['en', 'zh-CN'];

/** The name of a language in that language. */
export const LOCALE_NAMES: Record<Locale, string> = { en: 'English', 'zh-CN': '简体中文' };

/** The texts of a language, or undefined before [loadCatalogue] has read them. */
export function catalogue(locale: Locale): Catalogue | undefined {
  return loaded.get(locale);
}

/** Keeps the texts of a language for [catalogue]. */
export function keepCatalogue(locale: Locale, texts: Catalogue): void {
  loaded.set(locale, texts);
}

/** Reads the texts of a language once; a failed read can be tried again. */
export async function loadCatalogue(locale: Locale): Promise<void> {
  if (loaded.has(locale)) return;
  const response = await fetch(files[locale]);
  if (!response.ok) throw new Error(`${files[locale]}: HTTP ${response.status}`);
  keepCatalogue(locale, (await response.json()) as Catalogue);
}

/**
 * The language of ours that fits a person best, who reads the languages of these
 * BCP 47 tags, the preferred first. English if it is none of them.
 */
export function nearestLocale(tags: readonly string[]): Locale {
  const known = tags.find((tag) => /^(zh|en)\b/i.test(tag));
  return known && /^zh/i.test(known) ? 'zh-CN' : 'en';
}

/** The language that the browser is set to, or fallback where it says nothing. */
export function browserLocale(fallback: Locale = 'en'): Locale {
  const tags = navigator.languages ?? [];
  return tags.length > 0 ? nearestLocale(tags) : fallback;
}
