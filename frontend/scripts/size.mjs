// Fails when the built dashboard is larger than its budget: the gzip size of all
// scripts and all style sheets in dist/assets.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const folder = new URL('../dist/assets/', import.meta.url);
const budget = { js: 60_000, css: 10_000 };
const size = { js: 0, css: 0 };

for (const name of readdirSync(folder)) {
  const kind = name.slice(name.lastIndexOf('.') + 1);
  if (kind in size)
    size[kind] += gzipSync(readFileSync(new URL(name, folder)), { level: 9 }).length;
}

let failed = false;
for (const [kind, limit] of Object.entries(budget)) {
  const over = size[kind] > limit;
  failed ||= over || size[kind] === 0;
  console.log(`${kind}: ${size[kind]} of ${limit} bytes gzip${over ? ', over budget' : ''}`);
}
process.exit(failed ? 1 : 0);
