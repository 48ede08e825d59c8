import { expect, it } from 'vitest';
import { markPieces } from './marks';

const marked = (text: string, needles: string[]) =>
  markPieces(text, needles)
    .map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
    .join('');

it.each([
  ['Retry with jitter', ['retry'], '[Retry] with jitter'],
  ['支付回调重试采用指数退避', ['重试'], '支付回调[重试]采用指数退避'],
  ['去重', ['去'], '[去]重'],
  ['a cat at a bat', ['a'], '[a] cat [a]t [a] bat'],
  ['httpServer2', ['server'], 'http[Server]2'],
  ['C++ and c', ['c++'], '[C++] and c'],
  ['webhook webhooks', ['webhooks', 'webhook'], '[webhook] [webhooks]'],
  ['nothing', [], 'nothing'],
  ['nothing', [''], 'nothing'],
  ['İstanbul', ['stan'], 'İstanbul'],
])('%s for %j', (text, needles, want) => {
  expect(marked(text, needles)).toBe(want);
  const whole = markPieces(text, needles).map((piece) => piece.text);
  expect(whole.join('')).toBe(text);
});
