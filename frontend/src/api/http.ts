import { ApiError, type Api, type Ask, type PageAsk } from './api';
import { readLines } from './lines';
import type { Identity } from './identity';
import type { CallCount, ListQuery, LiveEvent, Memory, Status } from './types';

/** The [Api] over fetch, the same in a browser and in the desktop window. */
export function httpApi(identity: Identity, base = '/api/'): Api {
  const headers = (json: boolean): Record<string, string> => ({
    'X-Memtray-Window': identity.window,
    ...(identity.token ? { Authorization: `Bearer ${identity.token}` } : {}),
    // Bodies are always text: a Blob or File in a request crashes WebKitGTK.
    ...(json ? { 'Content-Type': 'application/json' } : {}),
  });

  async function send(path: string, ask: Ask = {}): Promise<Response> {
    const text = ask.body === undefined ? undefined : JSON.stringify(ask.body);
    let response: Response;
    try {
      response = await fetch(base + path, {
        method: ask.method ?? (text === undefined ? 'GET' : 'POST'),
        headers: headers(text !== undefined),
        body: text,
        signal: ask.signal,
        cache: 'no-store',
      });
    } catch (error) {
      if (ask.signal?.aborted) throw error;
      throw new ApiError('offline', 'Memtray does not answer');
    }
    if (!response.ok) throw await refusal(response);
    return response;
  }

  async function call<T>(path: string, ask?: Ask): Promise<T> {
    return (await (await send(path, ask)).json()) as T;
  }

  return {
    call,
    status: () => call('status'),
    memories: async (query, page, signal) => {
      const answer = await call<Awaited<ReturnType<Api['memories']>>>(
        `memories?${listParams(query, page)}`,
        { signal },
      );
      return { total: answer.total, rows: answer.rows ?? [], highlights: answer.highlights ?? [] };
    },
    facets: async (query) => {
      const answer = await call<Awaited<ReturnType<Api['facets']>>>(`facets?${listParams(query)}`);
      return {
        kinds: answer.kinds ?? [],
        projects: answer.projects ?? [],
        clients: answer.clients ?? [],
      };
    },
    memory: async (id, signal) => {
      const answer = await call<Awaited<ReturnType<Api['memory']>>>(`memories/${id}`, { signal });
      return { memory: answer.memory, links: answer.links ?? [] };
    },
    versions: async (id, signal) =>
      (
        await call<{ versions: Awaited<ReturnType<Api['versions']>> }>(`memories/${id}/versions`, {
          signal,
        })
      ).versions ?? [],
    save: (draft) => call('memories', { body: draft }),
    change: (id, patch) => call(`memories/${id}`, { method: 'PATCH', body: patch }),
    act: (ids, patch) => call('acts', { body: { ids, patch } }),
    undo: (act) => call(`acts/${act}/undo`, { body: {} }),
    emptyTrash: (count) => call('trash/empty', { body: { count } }),
    projects: async () =>
      (await call<{ projects: Awaited<ReturnType<Api['projects']>> }>('projects')).projects ?? [],
    clients: () => call('clients'),
    preview: (client, part, action) =>
      call(`clients/${client}/preview?part=${part}&action=${action}`),
    register: (client, part, action, digest) =>
      call(`clients/${client}`, { body: { part, action, digest } }),
    removal: (client) => call(`clients/${client}/removal`),
    removeAll: (client, digest) => call(`clients/${client}/removal`, { body: { digest } }),
    undoClient: (client) => call(`clients/${client}/undo`, { body: {} }),
    install: () => call('program', { body: {} }),
    diagnosis: (client) => call(`clients/${client}/diagnosis`),
    ways: (client) => call(`clients/${client}/ways`),
    plugin: (client) => call(`clients/${client}/plugin`, { body: {} }),
    trust: (client, trust, project) =>
      call(`clients/${client}/trust`, { method: 'PUT', body: { trust, project_id: project } }),
    limit: (client, hourly) => call(`clients/${client}/limit`, { method: 'PUT', body: { hourly } }),
    callCounts: async () => (await call<{ calls: CallCount[] }>('calls')).calls,
    settings: (patch) => call('settings', { method: 'PATCH', body: patch }),
    saving: (saving) => call('saving', { body: saving }),
    answer: async (code, action) =>
      (await call<Pick<Status, 'notices'>>(`notices/${code}`, { body: { action } })).notices,
    events: async (signal, onEvent) => {
      const response = await send('events', { signal });
      if (!response.body) return;
      for await (const line of readLines(response.body)) onEvent(JSON.parse(line) as LiveEvent);
    },
  };
}

/** The query string of a list; what is empty is left out. */
export function listParams(query: ListQuery, page?: PageAsk): string {
  const params = new URLSearchParams();
  const put = (name: string, value: string) => {
    if (value !== '') params.set(name, value);
  };
  put('q', query.q);
  // The last word may be half written, and a list stays the same when it is left so.
  if (query.q !== '') put('typing', '1');
  put('kind', query.kinds.join(','));
  put('project', query.projects.join(','));
  put('client', query.clients.join(','));
  put('state', query.states.join(','));
  if (page) {
    put('sort', query.sort);
    put('offset', String(page.offset));
    put('limit', String(page.limit));
  }
  return params.toString();
}

async function refusal(response: Response): Promise<ApiError> {
  const fallback = new ApiError('internal', `HTTP ${response.status}`, response.status);
  try {
    const answer = (await response.json()) as {
      error?: { code: string; message: string; current?: Memory };
    };
    if (!answer.error) return fallback;
    const { code, message, current } = answer.error;
    return new ApiError(code, message, response.status, current ?? null);
  } catch {
    return fallback;
  }
}
