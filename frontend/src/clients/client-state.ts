import type { Client, ClientStatus } from '../api/types';
import type { TextKey } from '../i18n/catalogue';
import type { I18n } from '../i18n/i18n.svelte';

/** How a client's state looks: always an icon or dot and a word, never colour alone. */
export interface Look {
  text: TextKey;
  tone: 'ok' | 'warn' | 'danger' | 'dim';
  /** An icon's name; '' is a filled dot, 'ring' an open one. */
  icon: string;
}

const looks: Record<ClientStatus, Look> = {
  registered: { text: 'clients.registered', tone: 'dim', icon: 'check' },
  not_registered: { text: 'clients.not_registered', tone: 'dim', icon: 'ring' },
  not_installed: { text: 'clients.not_installed', tone: 'dim', icon: 'x' },
  elsewhere: { text: 'clients.elsewhere', tone: 'warn', icon: 'refresh' },
  missing: { text: 'clients.missing', tone: 'warn', icon: 'warn' },
  broken: { text: 'clients.broken', tone: 'danger', icon: 'warn' },
};

/** The look of a client. Trouble is said before that it is running. */
export function lookOf(client: Client): Look {
  const trouble = /^(broken|missing|elsewhere)$/.test(client.status);
  if (!trouble && (client.connected ?? 0) > 0)
    return { text: 'clients.connected', tone: 'ok', icon: '' };
  return looks[client.status];
}

/** What a state means and what to do about it, if that needs saying. */
export function explanation(client: Client): TextKey | null {
  switch (client.status) {
    case 'elsewhere':
      return 'clients.elsewhere_text';
    case 'missing':
      return 'clients.missing_text';
    case 'broken':
      return 'clients.broken_text';
    case 'not_installed':
      return 'clients.not_installed_text';
    default:
      return null;
  }
}

const order: ClientStatus[] = [
  'broken',
  'missing',
  'elsewhere',
  'registered',
  'not_registered',
  'not_installed',
];

/** Running clients first, then those last active, then what needs doing, then the rest. */
export function inOrder(clients: readonly Client[]): Client[] {
  const rank = (client: Client): number => order.indexOf(client.status);
  return [...clients].sort(
    (a, b) =>
      Number((b.connected ?? 0) > 0) - Number((a.connected ?? 0) > 0) ||
      (b.last_at ?? 0) - (a.last_at ?? 0) ||
      rank(a) - rank(b) ||
      a.name.localeCompare(b.name),
  );
}

/** When a client reads its file again: its own way, or at its next start. */
export function restartAdvice({ id, name }: Client, { t, format }: I18n): string {
  const own = `clients.restart.${id}`;
  return t(format.has(own) ? own : 'clients.restart', { name });
}

/** A path as people write it: the home folder is ~. */
export function shortPath(path: string): string {
  return path.replace(/^(\/home\/[^/]+|\/Users\/[^/]+|\/root|[A-Z]:\\Users\\[^\\]+)(?=[/\\])/, '~');
}
