import { describe, expect, it, vi } from 'vitest';
import en from '../../locales/en.json';
import zh from '../../locales/zh-CN.json';
import { browserLocale, LOCALES, nearestLocale, type TextKey } from './catalogue';

const catalogues = { en, 'zh-CN': zh };

const keys = Object.keys(catalogues.en) as TextKey[];
const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();

describe.each(LOCALES)('catalogue %s', (locale) => {
  const texts = catalogues[locale];

  it('has the keys of the English one, in its order', () => {
    expect(Object.keys(texts)).toEqual(keys);
  });

  it('has a text without space at its ends for every key', () => {
    expect(keys.filter((key) => texts[key] === '' || texts[key] !== texts[key].trim())).toEqual([]);
  });

  it('has the placeholders of the English one', () => {
    // English may leave {n} out of the singular: "used once".
    const differ = keys.filter((key) => {
      const want = placeholders(catalogues.en[key]).join();
      const got = placeholders(texts[key]).join();
      return want !== got && !(key.endsWith('.one') && placeholders(texts[key]).includes('{n}'));
    });
    expect(differ).toEqual([]);
  });

  it('has both forms of every text that depends on a number', () => {
    const ones = keys.filter((key) => key.endsWith('.one')).map((key) => key.slice(0, -4));
    const others = keys.filter((key) => /\.other$/.test(key)).map((key) => key.slice(0, -6));
    expect(others).toEqual(ones);
  });
});

it('writes Chinese with full-width marks and 你', () => {
  const texts = Object.values(catalogues['zh-CN']);
  expect(texts.filter((text) => /您|[\u4e00-\u9fff][,;!?]/.test(text))).toEqual([]);
});

it.each([
  [['en-GB'], 'en'],
  [['zh'], 'zh-CN'],
  [['zh-TW', 'en'], 'zh-CN'],
  [['de'], 'en'],
  [['de', 'zh-Hans-CN', 'en'], 'zh-CN'],
  [[], 'en'],
])('the nearest language of %j is %s', (tags, want) => expect(nearestLocale(tags)).toBe(want));

it('follows the browser, and the system only where the browser says nothing', () => {
  const languages = vi.spyOn(navigator, 'languages', 'get');
  languages.mockReturnValue(['zh-CN', 'en']);
  expect(browserLocale('en')).toBe('zh-CN');
  languages.mockReturnValue(['en-US']);
  expect(browserLocale('zh-CN')).toBe('en');
  languages.mockReturnValue([]);
  expect(browserLocale('zh-CN')).toBe('zh-CN');
});
