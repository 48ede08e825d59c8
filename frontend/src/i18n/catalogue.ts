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

/** The language of ours that fits a BCP 47 tag best. */
export function nearestLocale(tag: string): Locale {
  return /^zh\b/i.test(tag) ? 'zh-CN' : 'en';
}
