#!/usr/bin/env node
// The first file of `npm start`, `npm run dev` and `npm test`. An older Node prints a sentence: the syntax and the imports
// here are those of Node 12.
import { readFileSync } from 'fs';
import { isOlder } from './version.mjs';

const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
/** @type {string} */
const range = JSON.parse(text).engines.node;
if (isOlder(process.versions.node, range)) {
  const needed = range.replace('>=', '');
  console.error(`✖ Node ${needed} or later is needed, this is ${process.versions.node}.`);
  const command = process.argv[2];
  if (command === 'start')
    console.error('With Docker alone the product starts without Node: docker compose up');
  // CI counts the tests by this line.
  if (command === 'test' || command === 'nightly') console.log('0 passed, 1 failed');
  process.exit(1);
}
void import('./launch.mjs');
