import { mount } from 'svelte';
import Root from './root.svelte';
import { httpApi } from './api/http';
import { takeIdentity } from './api/identity';
import { App } from './app/app.svelte';
import { firstLocale } from './app/remembered';
import { loadCatalogue } from './i18n/catalogue';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/panes.css';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');
// An address with a new token that is opened in this tab changes only the hash.
window.addEventListener('hashchange', () => {
  if (window.location.hash.startsWith('#token=')) window.location.reload();
});
const identity = takeIdentity();

// Nothing is drawn without its texts, and the page tries for as long as it takes:
// only a backend that has just ended does not give them.
async function start(target: HTMLElement): Promise<void> {
  for (;;) {
    try {
      await loadCatalogue(firstLocale());
      break;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
  // Only the desktop window is let in without a token.
  const app = new App(httpApi(identity), identity.token === '');
  mount(Root, { target, props: { app } });
}
void start(target);
