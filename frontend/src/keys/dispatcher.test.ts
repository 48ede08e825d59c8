import { beforeEach, describe, expect, it } from 'vitest';
import { KeyDispatcher, type KeyInput } from './dispatcher';

let time = 0;
let single = true;
const keys = new KeyDispatcher(
  () => single,
  () => time,
);

function press(key: string, more: Partial<KeyInput> = {}) {
  const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  const rest = { repeat: false, isComposing: false, keyCode: 0, target: document.body };
  return keys.command({ key, ...plain, ...rest, ...more });
}

function element(html: string): HTMLElement {
  document.body.innerHTML = html;
  return document.body.querySelector<HTMLElement>('[data-here]') ?? document.body;
}

beforeEach(() => {
  time += 10_000;
  single = true;
});

describe('commands', () => {
  it.each([
    ['j', 'next'],
    ['ArrowUp', 'previous'],
    ['#', 'trash'],
    ['＃', 'trash'],
    ['Delete', 'trash'],
    ['／', 'search'],
    ['E', 'keep'], // caps lock
    [' ', 'select'],
    ['Escape', 'back'],
    ['q', null],
  ])('%s is %s', (key, want) => expect(press(key)).toBe(want));

  it.each([
    ['J', { shiftKey: true }, 'extend-next'],
    ['Z', { shiftKey: true }, 'redo'],
    ['#', { shiftKey: true }, 'trash'],
    ['?', { shiftKey: true }, 'help'],
    ['E', { shiftKey: true }, null],
    ['z', { ctrlKey: true }, 'undo'],
    ['Z', { metaKey: true, shiftKey: true }, 'redo'],
    ['a', { ctrlKey: true }, 'select-all'],
    ['e', { ctrlKey: true }, null],
    ['j', { altKey: true }, null],
    ['z', { ctrlKey: true, altKey: true }, null],
  ])('%s with %j is %s', (key, more, want) => expect(press(key, more)).toBe(want));
});

describe('input methods', () => {
  it('leaves keys of a composition alone', () => {
    expect(press('Enter', { isComposing: true })).toBeNull();
    expect(press('Enter', { keyCode: 229 })).toBeNull();
    expect(press('j', { keyCode: 229 })).toBeNull();
  });
});

describe('where the focus is', () => {
  it.each([
    '<input data-here>',
    '<textarea data-here></textarea>',
    '<select data-here></select>',
    '<div contenteditable="true"><b data-here></b></div>',
    '<div role="menu"><button data-here></button></div>',
  ])('%s takes all keys', (html) => {
    const target = element(html);
    for (const key of ['j', '#', 'Escape', 'z']) expect(press(key, { target })).toBeNull();
    expect(press('z', { target, ctrlKey: true })).toBeNull();
  });

  it('a button keeps Enter and Space only', () => {
    const target = element('<button><svg data-here></svg><b data-here>x</b></button>');
    const inside = target.closest('button') as HTMLElement;
    expect(press('Enter', { target: inside })).toBeNull();
    expect(press(' ', { target: inside })).toBeNull();
    expect(press('j', { target: inside })).toBe('next');
  });

  it.each(['radio', 'checkbox'])('a %s keeps the keys that work it only', (type) => {
    const target = element(`<label><input type="${type}" data-here></label>`);
    for (const key of ['Enter', ' ']) expect(press(key, { target })).toBeNull();
    expect(press('ArrowDown', { target })).toBe(type === 'radio' ? null : 'next');
    for (const [key, want] of [
      ['j', 'next'],
      ['?', 'help'],
      ['/', 'search'],
    ])
      expect(press(key ?? '', { target })).toBe(want);
    press('g', { target });
    expect(press('m', { target })).toBe('go-memories');
  });

  it('a scrolling text keeps the arrows', () => {
    const target = element('<article data-scrolls data-here></article>');
    expect(press('ArrowDown', { target })).toBeNull();
    expect(press('j', { target })).toBe('next');
  });
});

describe('repeats', () => {
  it('moves the cursor again and does nothing else again', () => {
    expect(press('j', { repeat: true })).toBe('next');
    for (const key of ['#', 'Delete', 'e', 'z', 'x', 'p', 'n'])
      expect(press(key, { repeat: true })).toBeNull();
  });
});

describe('g, then another key', () => {
  it('goes to a view', () => {
    expect(press('g')).toBeNull();
    expect(press('t')).toBe('go-trash');
    expect(press('t')).toBeNull();
  });

  it('swallows a second key that it does not know, also a destructive one', () => {
    press('g');
    expect(press('e')).toBeNull();
    expect(press('e')).toBe('keep');
    press('g');
    expect(press('#')).toBeNull();
  });

  it('lets the search through', () => {
    press('g');
    expect(press('/')).toBe('search');
    press('g');
    expect(press('/', { shiftKey: true })).toBe('search');
  });

  it('is forgotten after a while', () => {
    press('g');
    time += 2_000;
    expect(press('s')).toBeNull();
    expect(press('j')).toBe('next');
  });
});

describe('single keys switched off', () => {
  it('leaves named keys and combinations', () => {
    single = false;
    for (const key of ['j', '#', 'e', '/', '?']) expect(press(key)).toBeNull();
    press('g');
    expect(press('t')).toBeNull();
    expect(press('ArrowDown')).toBe('next');
    expect(press('Delete')).toBe('trash');
    expect(press(' ')).toBe('select');
    expect(press('z', { ctrlKey: true })).toBe('undo');
  });
});
