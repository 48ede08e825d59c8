import { describe, expect, it } from 'vitest';
import { Formatter } from './format';
import { textLanguage } from './language';

const en = new Formatter('en', 'UTC');
const zh = new Formatter('zh-CN', 'UTC');
const now = Date.UTC(2026, 10, 30, 11, 4);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('age', () => {
  it.each([
    [-5 * MINUTE, 'now', '刚刚'],
    [30_000, 'now', '刚刚'],
    [12 * MINUTE, '12 min', '12分钟前'],
    [2 * HOUR, '2 h', '2小时前'],
    [23.9 * HOUR, '23 h', '23小时前'],
    [DAY, '1 d', '昨天'],
    [3 * DAY, '3 d', '3天前'],
    [30 * DAY, '30 d', '30天前'],
    [210 * DAY, '210 d', '210天前'],
  ])('of %d ms', (past, english, chinese) => {
    expect(en.age(now - past, now)).toBe(english);
    expect(zh.age(now - past, now)).toBe(chinese);
  });

  it('within a sentence', () => {
    expect(en.ago(now - 2 * HOUR, now)).toBe('2 h ago');
    expect(en.ago(now, now)).toBe('now');
    expect(zh.ago(now - 2 * HOUR, now)).toBe('2小时前');
  });
});

describe('texts', () => {
  it('fills placeholders and separates thousands', () => {
    expect(en.text('list.of', { shown: 10, all: 1284 })).toBe('10 / 1,284');
    expect(en.text('toast.trashed_one', { id: '1317' })).toBe('Moved #1317 to trash');
    expect(en.text('list.of', { shown: 10 })).toBe('10 / {all}');
  });

  it('takes the plural form of the language', () => {
    expect(en.plural('saving.connected', 1)).toBe('1 client connected');
    expect(en.plural('saving.connected', 2)).toBe('2 clients connected');
    expect(zh.plural('saving.connected', 1)).toBe('1 个客户端在线');
  });

  it('counts what is shown of all', () => {
    expect(en.plural('list.count_of', 54, { shown: 1 })).toBe('1 of 54 memories');
    expect(en.plural('list.count_of', 1, { shown: 0 })).toBe('0 of 1 memory');
    expect(zh.plural('list.count_of', 54, { shown: 1 })).toBe('1 条，共 54 条记忆');
  });

  it('does not read a value as a placeholder', () => {
    expect(en.text('none.text', { filters: '{n} $& $1' })).toContain('{n} $& $1');
  });
});

it('writes dates as people do', () => {
  expect(en.time(now)).toBe('30 Nov 2026, 11:04');
  expect(zh.time(now)).toBe('2026年11月30日 11:04');
});

it('joins names', () => {
  expect(en.list(['Codex', 'Cursor'])).toBe('Codex, Cursor');
  expect(zh.list(['Codex', 'Cursor'])).toBe('Codex、Cursor');
});

it.each([
  ['订单状态机', 'en', 'zh-CN'],
  ['订单状态机', 'zh-CN', undefined],
  ['Retry with jitter', 'zh-CN', 'en'],
  ['MySQL 从库延迟', 'zh-CN', undefined],
  ['テスト', 'en', 'ja'],
  ['테스트', 'en', 'ko'],
  ['1284', 'zh-CN', undefined],
])('the language of %s in %s', (text, locale, want) => {
  expect(textLanguage(text, locale)).toBe(want);
});
