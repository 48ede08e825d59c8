// Fails when the built dashboard is larger than its budget, measured after gzip: all
// scripts and all style sheets of dist/assets together, and each language's texts, of
// which a page reads one.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const folder = new URL('../dist/assets/', import.meta.url);
const budget = { js: 60_000, css: 10_000, json: 12_000 };
const size = { js: 0, css: 0, json: 0 };

for (const name of readdirSync(folder)) {
  const kind = name.slice(name.lastIndexOf('.') + 1);
  if (!(kind in size)) continue;
  const bytes = gzipSync(readFileSync(new URL(name, folder)), { level: 9 }).length;
  size[kind] = kind === 'json' ? Math.max(size.json, bytes) : size[kind] + bytes;
}

let failed = false;
for (const [kind, limit] of Object.entries(budget)) {
  const over = size[kind] > limit;
  failed ||= over || size[kind] === 0;
  console.log(`${kind}: ${size[kind]} of ${limit} bytes gzip${over ? ', over budget' : ''}`);
}
process.exit(failed ? 1 : 0);
