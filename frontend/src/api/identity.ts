/** Who this window is to the backend. */
export interface Identity {
  token: string; // '' in the desktop window, which needs none
  window: string;
}

const TOKEN = 'memtray.token';
const WINDOW = 'memtray.window';

/**
 * Reads the token that the address may carry (`#token=…`), keeps it for this tab
 * and removes it from the address. The window id is made once per tab.
 */
export function takeIdentity(
  location: Location = window.location,
  store: Storage = window.sessionStorage,
): Identity {
  const params = new URLSearchParams(location.hash.slice(1));
  const given = location.hash.startsWith('#token=') ? params.get('token') : null;
  if (given) {
    store.setItem(TOKEN, given);
    const rest = location.hash.includes('&') ? '#' + (params.get('to') ?? '') : '';
    window.history.replaceState(null, '', location.pathname + location.search + rest);
  }
  let id = store.getItem(WINDOW);
  if (!id) {
    id = Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) =>
      b.toString(16).padStart(2, '0'),
    ).join('');
    store.setItem(WINDOW, id);
  }
  return { token: store.getItem(TOKEN) ?? '', window: id };
}
