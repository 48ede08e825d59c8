import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { everything } from '../test/fake-api';
import { ApiError } from './api';
import { httpApi, listParams } from './http';
import { takeIdentity } from './identity';
import { readLines } from './lines';
import { follow, SILENCE } from './live';
import type { LiveEvent } from './types';

const identity = { token: 'secret', window: 'w1' };
const api = httpApi(identity);

function answer(status: number, body: unknown) {
  const made = new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  return vi.spyOn(globalThis, 'fetch').mockResolvedValue(made);
}

describe('httpApi', () => {
  it('sends who asks, and JSON as text', async () => {
    const fetched = answer(200, { act: 5, ids: [1] });
    await api.act([1], { pinned: true });
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(url).toBe('/api/acts');
    expect(init).toMatchObject({ method: 'POST', body: '{"ids":[1],"patch":{"pinned":true}}' });
    expect(init?.headers).toEqual({
      Authorization: 'Bearer secret',
      'Content-Type': 'application/json',
      'X-Memtray-Window': 'w1',
    });
  });

  it('needs no token in the window', async () => {
    const fetched = answer(200, {});
    await httpApi({ token: '', window: 'w1' }).status();
    expect(fetched.mock.calls[0]?.[1]?.headers).toEqual({ 'X-Memtray-Window': 'w1' });
  });

  it('takes lists that are null', async () => {
    answer(200, { total: 0, rows: null, highlights: null });
    expect(await api.memories(everything, { offset: 0, limit: 1 })).toEqual({
      total: 0,
      rows: [],
      highlights: [],
    });
  });

  it('gives refusals with their code and the current memory', async () => {
    answer(409, { error: { code: 'conflict', message: 'it changed', current: { id: 1 } } });
    await expect(api.change(1, { revision: 1 })).rejects.toMatchObject({
      code: 'conflict',
      message: 'it changed',
      status: 409,
      current: { id: 1 },
    });
  });

  it.each(['<html>', '{}', ''])('makes an error of the answer %j', async (body) => {
    answer(502, body);
    await expect(api.status()).rejects.toMatchObject({ code: 'internal', status: 502 });
  });

  it('says that nothing answers', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('failed'));
    await expect(api.status()).rejects.toMatchObject({ code: 'offline' });
  });
});

it('listParams leaves out what is empty', () => {
  expect(listParams(everything)).toBe('');
  const query = { ...everything, q: '去重 &', projects: [1, 2], states: ['trashed' as const] };
  const got = new URLSearchParams(listParams(query, { offset: 0, limit: 100 }));
  expect(Object.fromEntries(got)).toEqual({
    q: '去重 &',
    project: '1,2',
    state: 'trashed',
    typing: '1',
    offset: '0',
    limit: '100',
  });
});

it('readLines joins pieces, also within a character', async () => {
  const bytes = new TextEncoder().encode('{"a":"去重"}\n\n{"b":2}\n{"c":3}');
  const stream = new ReadableStream<Uint8Array>({
    start(control) {
      for (const byte of bytes) control.enqueue(Uint8Array.of(byte));
      control.close();
    },
  });
  const lines: string[] = [];
  for await (const line of readLines(stream)) lines.push(line);
  expect(lines).toEqual(['{"a":"去重"}', '{"b":2}', '{"c":3}']);
});

describe('takeIdentity', () => {
  it('keeps the token and removes it from the address', () => {
    window.history.replaceState(null, '', '#token=abc&to=%2Fmemories%3Fq%3Dx');
    const first = takeIdentity();
    expect(first.token).toBe('abc');
    expect(window.location.hash).toBe('#/memories?q=x');
    expect(takeIdentity()).toEqual(first);
  });

  it('does without one', () => {
    expect(takeIdentity().token).toBe('');
    expect(takeIdentity().window).toMatch(/^[0-9a-f]{24}$/);
  });
});

describe('follow', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  /** A stream that the test feeds; every call of events is noted. */
  function stream() {
    const calls: { send(event: LiveEvent): void; end(): void; signal: AbortSignal }[] = [];
    const events = (signal: AbortSignal, onEvent: (event: LiveEvent) => void) =>
      new Promise<void>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
        calls.push({ send: onEvent, end: resolve, signal });
      });
    return { calls, events };
  }

  it('connects again, later each time, and says when the link changes', async () => {
    const { calls, events } = stream();
    const links: boolean[] = [];
    const stop = follow({ events }, { onEvent: () => undefined, onLink: (up) => links.push(up) });
    calls[0]?.send({ type: 'hello' });
    calls[0]?.end();
    await vi.advanceTimersByTimeAsync(600);
    expect(calls.length).toBe(2);
    calls[1]?.end();
    await vi.advanceTimersByTimeAsync(600);
    expect(calls.length).toBe(2);
    await vi.advanceTimersByTimeAsync(500);
    calls[2]?.send({ type: 'hello' });
    expect(links).toEqual([true, false, true]);
    stop();
  });

  it('takes a silent stream as broken', async () => {
    const { calls, events } = stream();
    const stop = follow({ events }, { onEvent: () => undefined, onLink: () => undefined });
    calls[0]?.send({ type: 'ping' });
    await vi.advanceTimersByTimeAsync(SILENCE + 1_000);
    expect(calls[0]?.signal.aborted).toBe(true);
    expect(calls.length).toBe(2);
    stop();
  });

  it('stops for good', async () => {
    const { calls, events } = stream();
    const stop = follow({ events }, { onEvent: () => undefined, onLink: () => undefined });
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls.length).toBe(1);
  });
});

it('ApiError keeps its message', () => {
  expect(String(new ApiError('busy', 'try again'))).toBe('ApiError: try again');
});
