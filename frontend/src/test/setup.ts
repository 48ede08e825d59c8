import { cleanup } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import en from '../../locales/en.json';
import zh from '../../locales/zh-CN.json';
import { keepCatalogue } from '../i18n/catalogue';

keepCatalogue('en', en);
keepCatalogue('zh-CN', zh);

// jsdom lays nothing out; the list only wants to be told of sizes.
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
window.matchMedia = (media: string) =>
  ({ media, matches: false, addEventListener() {}, removeEventListener() {} }) as never;
Element.prototype.scrollIntoView ??= () => undefined;
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false;
};

// Whatever is written to the console is a fault.
beforeEach(() => {
  for (const level of ['error', 'warn'] as const)
    vi.spyOn(console, level).mockImplementation((...args: unknown[]) => {
      throw new Error(`console.${level}: ${args.map(String).join(' ')}`);
    });
  sessionStorage.clear();
  localStorage.clear();
  window.history.replaceState(null, '', '#/memories');
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  for (const level of ['error', 'warn'] as const)
    expect(console[level], `console.${level}`).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
