import { KINDS, SORTS, type Kind, type Sort } from '../api/types';

export const VIEWS = ['memories', 'clients', 'trash', 'settings'] as const;
export type View = (typeof VIEWS)[number];

/** What the address says: the state of a view that back, forward and a reload keep. */
export interface Route {
  view: View;
  q: string;
  kinds: Kind[];
  projects: number[];
  clients: string[];
  sort: '' | Sort;
  /** The memory or client that is open; '' for none. */
  id: string;
  /** The form for a new memory is open. */
  compose: boolean;
  /** The search field is to take the focus; forgotten once it has. */
  search: boolean;
  /** What a view of its own asks for, such as a day or a tab: it says what is valid. */
  own: Readonly<Record<string, string>>;
}

/** A view without anything chosen. */
export function plainRoute(view: View): Route {
  return {
    view,
    q: '',
    kinds: [],
    projects: [],
    clients: [],
    sort: '',
    id: '',
    compose: false,
    search: false,
    own: {},
  };
}

/** Reads a hash. Whatever it does not know is left out: an address never fails. */
export function parseHash(hash: string): Route {
  const text = hash.replace(/^#?\/?/, '');
  const cut = text.indexOf('?');
  const [name = '', tail = ''] = (cut < 0 ? text : text.slice(0, cut)).split('/');
  const route = plainRoute(VIEWS.find((view) => view === name) ?? 'memories');
  const params = new URLSearchParams(cut < 0 ? '' : text.slice(cut + 1));

  const list = (key: string) => (params.get(key) ?? '').split(',').filter((value) => value !== '');
  const id = params.get('id') ?? tail;
  if (route.view === 'clients') route.id = /^[a-z0-9_-]{1,64}$/.test(id) ? id : '';
  else if (route.view !== 'settings') route.id = isId(id) ? id : '';

  if (route.view === 'memories' || route.view === 'trash') route.q = params.get('q') ?? '';
  if (route.view === 'memories') {
    route.kinds = unique(list('kind').filter((kind): kind is Kind => isOneOf(KINDS, kind)));
    route.projects = unique(list('project').filter(isId).map(Number));
    route.clients = unique(list('client').filter((client) => /^[a-z0-9_-]{1,64}$/.test(client)));
    const sort = params.get('sort') ?? '';
    route.sort = isOneOf(SORTS, sort) ? sort : '';
    route.compose = params.get('new') === '1';
    route.search = params.get('focus') === 'search';
  }
  const known = new Set(['q', 'kind', 'project', 'client', 'sort', 'id', 'new', 'focus']);
  if (route.view !== 'memories' && route.view !== 'trash')
    route.own = Object.fromEntries([...params].filter(([name]) => !known.has(name)));
  return route;
}

/** The hash of a route: parseHash(formatHash(r)) equals r. */
export function formatHash(route: Route): string {
  const params: string[] = [];
  const put = (key: string, value: string) => {
    if (value !== '') params.push(`${key}=${encodeURIComponent(value).replaceAll('%2C', ',')}`);
  };
  put('q', route.q);
  put('kind', route.kinds.join(','));
  put('project', route.projects.join(','));
  put('client', route.clients.join(','));
  put('sort', route.sort);
  put('id', route.id);
  if (route.compose) put('new', '1');
  if (route.search) put('focus', 'search');
  for (const [name, value] of Object.entries(route.own)) put(name, value);
  return `#/${route.view}${params.length > 0 ? '?' + params.join('&') : ''}`;
}

/** Reports whether a route narrows its list. */
export function isFiltered(route: Route): boolean {
  return route.q !== '' || chosen(route) > 0;
}

/** How many filter values are chosen, the text apart. */
export function chosen(route: Route): number {
  return route.kinds.length + route.projects.length + route.clients.length;
}

function isId(text: string): boolean {
  return /^[1-9]\d{0,15}$/.test(text) && Number(text) <= Number.MAX_SAFE_INTEGER;
}

function isOneOf<T extends string>(known: readonly T[], value: string): value is T {
  return (known as readonly string[]).includes(value);
}

function unique<T>(values: T[]): T[] {
  return [...new Set(values)];
}
