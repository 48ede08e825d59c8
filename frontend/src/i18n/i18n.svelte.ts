import type { Locale } from '../api/types';
import { catalogue, loadCatalogue, type PluralKey, type TextKey } from './catalogue';
import { Formatter, type Params } from './format';
import { textLanguage } from './language';

/** The language of the interface as reactive state. Short names: they are used everywhere. */
export class I18n {
  format: Formatter;
  /** The current time, moved on by a timer, so that ages grow. */
  now = $state(Date.now());

  private wanted: Locale;

  /** The texts of the language have been loaded. */
  constructor(locale: Locale) {
    this.wanted = locale;
    this.format = $state.raw(new Formatter(locale));
  }

  get locale(): Locale {
    return this.format.locale;
  }

  /** Changes the language once its texts are there; until then all stays as it is. */
  async setLocale(locale: Locale): Promise<void> {
    this.wanted = locale;
    if (!catalogue(locale)) await loadCatalogue(locale);
    if (this.wanted === locale && locale !== this.locale) this.format = new Formatter(locale);
  }

  t = (key: TextKey, params?: Params): string => this.format.text(key, params);
  n = (key: PluralKey, n: number, params?: Params): string => this.format.plural(key, n, params);
  num = (n: number): string => this.format.number(n);
  age = (at: number): string => this.format.age(at, this.now);
  ago = (at: number): string => this.format.ago(at, this.now);
  /** The lang attribute for a text that may be in another language. */
  lang = (text: string): string | undefined => textLanguage(text, this.locale);
}
