import { mount } from 'svelte';
import Root from './root.svelte';
import { httpApi } from './api/http';
import { takeIdentity } from './api/identity';
import { App } from './app/app.svelte';
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
// Only the desktop window is let in without a token.
const app = new App(httpApi(identity), identity.token === '');
mount(Root, { target, props: { app } });
