import type { Caller, Client, ClientStatus } from '../api/types';
import type { TextKey } from '../i18n/catalogue';
import type { I18n } from '../i18n/i18n.svelte';

/** How a client's state looks: always an icon or dot and a word, never colour alone. */
export interface Look {
  text: TextKey;
  tone: 'ok' | 'warn' | 'danger' | 'dim';
  /** An icon's name; '' is a filled dot, 'ring' an open one. */
  icon: string;
}

/** What a client's state comes down to: an entry of ours elsewhere is an older one. */
type Standing = ClientStatus | 'older';

function standing({ status, foreign }: Pick<Client, 'status' | 'foreign'>): Standing {
  return status === 'elsewhere' && !foreign ? 'older' : status;
}

const looks: Record<Standing, Look> = {
  registered: { text: 'clients.registered', tone: 'dim', icon: 'check' },
  not_registered: { text: 'clients.not_registered', tone: 'dim', icon: 'ring' },
  not_installed: { text: 'clients.not_installed', tone: 'dim', icon: 'x' },
  older: { text: 'clients.older', tone: 'warn', icon: 'refresh' },
  elsewhere: { text: 'clients.elsewhere', tone: 'warn', icon: 'warn' },
  missing: { text: 'clients.missing', tone: 'warn', icon: 'warn' },
  broken: { text: 'clients.broken', tone: 'danger', icon: 'warn' },
};

/** The look of a client. Trouble is said before that it is running. */
export function lookOf(client: Pick<Client, 'status' | 'foreign' | 'connected'>): Look {
  const look = looks[standing(client)];
  if (look.tone === 'dim' && client.connected > 0)
    return { text: 'clients.connected', tone: 'ok', icon: '' };
  return look;
}

/** What a state means and what to do about it, if that needs saying. */
export function explanation(client: Client): TextKey | null {
  const is = standing(client);
  return is === 'registered' || is === 'not_registered' ? null : `clients.${is}_text`;
}

/** The groups of the list, each in the order in which it is shown. */
export interface Groups {
  /** On this computer, or with an entry of ours. */
  found: Client[];
  /** That called, but cannot be registered. */
  others: Caller[];
  /** Not on this computer. */
  rest: Client[];
}

const order: ClientStatus[] = [
  'broken',
  'missing',
  'elsewhere',
  'registered',
  'not_registered',
  'not_installed',
];

/** Running clients first, then those last active, then what needs doing, else as they come. */
export function grouped(clients: readonly Client[], others: readonly Caller[]): Groups {
  const active = (a: Caller, b: Caller) =>
    Number(b.connected > 0) - Number(a.connected > 0) || b.last_at - a.last_at;
  const rank = ({ status }: Client) => order.indexOf(status);
  const all = [...clients].sort((a, b) => active(a, b) || rank(a) - rank(b));
  const isHere = ({ status }: Client) => status !== 'not_installed';
  return {
    found: all.filter(isHere),
    others: [...others].sort(active),
    rest: all.filter((client) => !isHere(client)),
  };
}

/** What can be done for all at once. */
export function dueFor(clients: readonly Client[]) {
  const are = (...wanted: Standing[]) => clients.filter((one) => wanted.includes(standing(one)));
  const isOurs = (one: Pick<Client, 'status' | 'foreign'>) =>
    /^(registered|older|missing)$/.test(standing(one));
  return {
    register: are('not_registered'),
    repair: are('older', 'missing'),
    remove: clients.filter((client) => isOurs(client) || client.extras.some(isOurs)),
  };
}

/** When a client reads its file again: its own way, or at its next start. */
export function restartAdvice(
  { id, name }: Pick<Client, 'id' | 'name'>,
  { t, format }: I18n,
): string {
  const own = `clients.restart.${id}`;
  return t(format.has(own) ? own : 'clients.restart', { name });
}

/** What to do before a client's file is changed; '' if nothing. */
export function cautionFor({ id }: Client, { t, format }: I18n): string {
  const own = `clients.caution.${id}`;
  return format.has(own) ? t(own) : '';
}

/** A path as people write it: the home folder is ~. */
export function shortPath(path: string): string {
  return path.replace(/^(\/home\/[^/]+|\/Users\/[^/]+|\/root|[A-Z]:\\Users\\[^\\]+)(?=[/\\])/, '~');
}
