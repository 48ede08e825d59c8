import type { Locale } from '../api/types';
import { catalogue, type Catalogue, type PluralKey, type TextKey } from './catalogue';

export type Params = Record<string, string | number>;

/**
 * Texts, numbers and times in one language, whose catalogue has been loaded. Pure: the
 * same input gives the same text.
 */
export class Formatter {
  private readonly texts: Catalogue;
  private readonly rules: Intl.PluralRules;
  private readonly numbers: Intl.NumberFormat;
  private readonly times: Intl.DateTimeFormat;
  private readonly clocks: Intl.DateTimeFormat;
  private readonly days: Intl.RelativeTimeFormat;

  constructor(
    readonly locale: Locale,
    timeZone?: string,
  ) {
    const texts = catalogue(locale);
    if (!texts) throw new Error(`the texts of ${locale} are not loaded`);
    this.texts = texts;
    // British English: 30 Nov 2026, 11:04.
    const region = locale === 'en' ? 'en-GB' : locale;
    this.rules = new Intl.PluralRules(locale);
    this.numbers = new Intl.NumberFormat(locale);
    const month = locale === 'en' ? 'short' : 'long';
    const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
    this.times = new Intl.DateTimeFormat(region, {
      year: 'numeric',
      month,
      day: 'numeric',
      ...clock,
    });
    this.clocks = new Intl.DateTimeFormat(region, clock);
    this.days = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  }

  /** The text of a key, with its placeholders filled. Numbers get separators. */
  text(key: TextKey, params: Params = {}): string {
    return this.texts[key].replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = params[name];
      if (value === undefined) return whole;
      return typeof value === 'number' ? this.number(value) : value;
    });
  }

  /** Reports whether there is a text of this name, for keys that are made up of parts. */
  has(key: string): key is TextKey {
    return key in this.texts;
  }

  /** The text for n things; {n} is filled with it. */
  plural(key: PluralKey, n: number, params: Params = {}): string {
    const form = this.rules.select(n) === 'one' ? 'one' : 'other';
    return this.text(`${key}.${form}` as TextKey, { n, ...params });
  }

  number(n: number): string {
    return this.numbers.format(n);
  }

  /** A date with its time of day. */
  time(at: number): string {
    return this.times.format(at);
  }

  /** When something ends: the time of day, with the date if that is another day. */
  until(at: number, now: number): string {
    const sameDay = new Date(at).toDateString() === new Date(now).toDateString();
    return (sameDay ? this.clocks : this.times).format(at);
  }

  /** How long ago, as short as a list needs it: 2 h, 3 d; in Chinese 2小时前, 3天前. */
  age(at: number, now: number): string {
    const minutes = Math.floor((now - at) / 60_000);
    if (minutes < 1) return this.text('age.now');
    if (minutes < 60) return this.text('age.minutes', { n: minutes });
    const hours = Math.floor(minutes / 60);
    if (hours < 24) return this.text('age.hours', { n: hours });
    const days = Math.floor(hours / 24);
    if (days === 1 && this.locale === 'zh-CN') return this.days.format(-1, 'day');
    return this.text('age.days', { n: days });
  }

  /** How long ago within a sentence: "2 h ago". */
  ago(at: number, now: number): string {
    const age = this.age(at, now);
    return now - at < 60_000 ? age : this.text('age.ago', { age });
  }

  /** Parts of a sentence one after the other. */
  clauses(parts: string[]): string {
    return parts.join(this.locale === 'zh-CN' ? '，' : ', ');
  }

  /** Sentences one after the other, without those that are empty. */
  sentences(...all: string[]): string {
    return all.filter((one) => one !== '').join(this.locale === 'zh-CN' ? '' : ' ');
  }

  /** Names one after the other. */
  list(names: string[]): string {
    return names.join(this.locale === 'zh-CN' ? '、' : ', ');
  }
}
