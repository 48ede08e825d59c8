import type { View } from '../app/route';
import { viewNames, views } from '../app/views';
import type { TextKey } from '../i18n/catalogue';

interface Line {
  text: TextKey;
  /** The view that the text names. */
  view?: View;
  /** Each a way to do it: keys held together are joined by +, pressed in turn by a space. */
  keys: string[];
}

/** The shortcut sheet: every key that the dashboard knows. */
export const sheet: { title: TextKey; lines: Line[] }[] = [
  {
    title: 'keys.moving',
    lines: [
      { text: 'keys.next', keys: ['J', 'K', '↓', '↑'] },
      { text: 'keys.open', keys: ['Enter', 'O', 'U', 'Esc'] },
      { text: 'keys.select', keys: ['X', 'Space'] },
      { text: 'keys.extend', keys: ['Shift+J', 'Shift+K'] },
      { text: 'keys.select_all', keys: ['Ctrl+A'] },
    ],
  },
  {
    title: 'keys.finding',
    lines: [
      { text: 'keys.search', keys: ['/'] },
      { text: 'keys.new', keys: ['N'] },
      ...viewNames.map((view) => ({
        text: 'keys.go' as const,
        view,
        keys: [`G ${views[view].key.toUpperCase()}`],
      })),
      { text: 'keys.help', keys: ['?'] },
    ],
  },
  {
    title: 'keys.acting',
    lines: [
      { text: 'keys.keep', keys: ['E'] },
      { text: 'keys.edit', keys: ['I'] },
      { text: 'keys.save', keys: ['Ctrl+Enter'] },
      { text: 'keys.pin', keys: ['P'] },
      { text: 'keys.trash', keys: ['#', 'Delete'] },
      { text: 'keys.undo', keys: ['Z', 'Shift+Z'] },
    ],
  },
];
