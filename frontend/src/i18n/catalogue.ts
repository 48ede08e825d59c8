import en from '../../locales/en.json';
import zh from '../../locales/zh-CN.json';
import type { Locale } from '../api/types';

export type TextKey = keyof typeof en;

type Stem<K> = K extends `${infer S}.other` ? S : never;
/** Keys of texts that depend on a number: each has a .one and an .other. */
export type PluralKey = Stem<TextKey>;

export const catalogues: Record<Locale, Record<TextKey, string>> = { en, 'zh-CN': zh };

export const LOCALES: readonly Locale[] = ['en', 'zh-CN'];

/** The name of a language in that language. */
export const LOCALE_NAMES: Record<Locale, string> = { en: 'English', 'zh-CN': '简体中文' };

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
