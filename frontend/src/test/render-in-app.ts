import { render } from '@testing-library/svelte';
import type { Component } from 'svelte';
import { App } from '../app/app.svelte';
import { FakeApi } from './fake-api';
import InApp from './in-app.svelte';

/** Renders a component as a part of the app, over a backend in memory. */
export function renderInApp<Props extends Record<string, unknown>>(
  component: Component<Props>,
  props: Props,
  api = new FakeApi(),
) {
  const app = new App(api);
  void app.i18n.setLocale('en');
  const view = render(InApp, { props: { app, component: component as Component, props } });
  return { app, api, ...view };
}
