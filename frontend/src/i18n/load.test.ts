import { beforeEach, expect, it, vi, type MockInstance } from 'vitest';
import en from '../../locales/en.json';
import zh from '../../locales/zh-CN.json';

/** The modules as they are on a page that has read nothing yet. */
async function freshPage() {
  vi.resetModules();
  const { catalogue, keepCatalogue, loadCatalogue } = await import('./catalogue');
  const { I18n } = await import('./i18n.svelte');
  return { catalogue, keepCatalogue, loadCatalogue, I18n };
}

const answer = (texts: object, status = 200) => new Response(JSON.stringify(texts), { status });
let fetched: MockInstance<typeof fetch>;
beforeEach(() => {
  fetched = vi.spyOn(globalThis, 'fetch');
});

it('reads the texts of a language once, and again after a failure', async () => {
  const { catalogue, loadCatalogue } = await freshPage();
  fetched.mockResolvedValueOnce(answer({}, 404));
  await expect(loadCatalogue('zh-CN')).rejects.toThrow('404');
  expect(catalogue('zh-CN')).toBeUndefined();
  fetched.mockResolvedValueOnce(answer(zh));
  await loadCatalogue('zh-CN');
  await loadCatalogue('zh-CN');
  expect(catalogue('zh-CN')).toEqual(zh);
  expect(fetched).toHaveBeenCalledTimes(2);
});

it('draws no text before there is one', async () => {
  const { I18n } = await freshPage();
  expect(() => new I18n('en')).toThrow('not loaded');
});

it('stays in a language until the texts of the next are there', async () => {
  const { keepCatalogue, I18n } = await freshPage();
  keepCatalogue('en', en);
  const i18n = new I18n('en');
  let arrive: (response: Response) => void = () => undefined;
  fetched.mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
  const changed = i18n.setLocale('zh-CN');
  expect(i18n.t('clients.title')).toBe('Clients');
  arrive(answer(zh));
  await changed;
  expect(i18n.t('clients.title')).toBe('客户端');
});

it('follows the last choice, not the last answer', async () => {
  const { keepCatalogue, I18n } = await freshPage();
  keepCatalogue('en', en);
  const i18n = new I18n('en');
  fetched.mockResolvedValueOnce(answer(zh));
  const first = i18n.setLocale('zh-CN');
  await i18n.setLocale('en');
  await first;
  expect(i18n.locale).toBe('en');
});
