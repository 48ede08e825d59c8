import { describe, expect, it } from 'vitest';
import { formatHash, isFiltered, parseHash, plainRoute, type Route } from './route';

describe('parseHash', () => {
  it.each<[string, Partial<Route>]>([
    ['', { view: 'memories' }],
    ['#', { view: 'memories' }],
    ['#/nowhere', { view: 'memories' }],
    ['#/trash?q=old', { view: 'trash', q: 'old' }],
    ['#/memories/12', { view: 'memories', id: '12' }],
    ['#/memories?id=12&kind=decision,fact', { id: '12', kinds: ['decision', 'fact'] }],
    ['#/memories?project=2,3&client=codex,you&sort=used', { projects: [2, 3], sort: 'used' }],
    ['#/memories?q=%E5%8E%BB%E9%87%8D', { q: '去重' }],
    ['#/memories?new=1', { compose: true }],
    ['#/memories?focus=search', { search: true }],
    ['#/clients?id=claude-code', { view: 'clients', id: 'claude-code' }],
    ['#/settings?id=5', { view: 'settings', id: '' }],
  ])('%s', (hash, want) => expect(parseHash(hash)).toMatchObject(want));

  it.each([
    '#/memories?kind=thought&sort=random&project=x,-1,0,1.5&id=abc&client=Ü',
    '#/memories?id=99999999999999999999',
    '#/clients?id=../x',
  ])('leaves out what it does not know: %s', (hash) => {
    const { view } = parseHash(hash);
    expect(parseHash(hash)).toEqual(plainRoute(view));
  });
});

describe('formatHash', () => {
  const words = ['', 'retry', '去重 a&b=c', '100% #1?', 'a,b', '=&?#/', '🦀'];
  it.each(words)('keeps the text %j', (q) => {
    const route: Route = {
      ...plainRoute('memories'),
      q,
      kinds: ['gotcha', 'note'],
      projects: [2, 7],
      clients: ['you', 'claude-code'],
      sort: 'oldest',
      id: '12',
      compose: true,
    };
    expect(parseHash(formatHash(route))).toEqual(route);
    expect(formatHash(parseHash(formatHash(route)))).toBe(formatHash(route));
  });

  it('is short for a plain view', () => {
    expect(formatHash(plainRoute('trash'))).toBe('#/trash');
    expect(isFiltered(plainRoute('memories'))).toBe(false);
    expect(isFiltered({ ...plainRoute('memories'), clients: ['you'] })).toBe(true);
  });
});
