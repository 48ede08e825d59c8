// Fails when the built dashboard is larger than its budget, measured after gzip: the
// script that every page reads first, the largest script of a single view, which is
// read when that view is opened, all scripts and all style sheets together, and each
// language's texts, of which a page reads one.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const folder = new URL('../dist/assets/', import.meta.url);
const page = readFileSync(new URL('../dist/index.html', import.meta.url), 'utf8');
const budget = { 'first js': 60_000, 'view js': 14_000, js: 150_000, css: 20_000, json: 24_000 };
const size = Object.fromEntries(Object.keys(budget).map((kind) => [kind, 0]));
const largest = (kind, bytes) => (size[kind] = Math.max(size[kind], bytes));

for (const name of readdirSync(folder)) {
  const kind = name.slice(name.lastIndexOf('.') + 1);
  if (!(kind in size)) continue;
  const bytes = gzipSync(readFileSync(new URL(name, folder)), { level: 9 }).length;
  if (kind === 'json') largest('json', bytes);
  else size[kind] += bytes;
  if (kind === 'js') largest(page.includes(name) ? 'first js' : 'view js', bytes);
}

let failed = false;
for (const [kind, limit] of Object.entries(budget)) {
  const over = size[kind] > limit;
  failed ||= over || size[kind] === 0;
  console.log(`${kind}: ${size[kind]} of ${limit} bytes gzip${over ? ', over budget' : ''}`);
}
process.exit(failed ? 1 : 0);
