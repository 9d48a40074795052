import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

// Runs sources of services as they are, decorators included, so that a test never kills a process of an older build:
// node --conditions=@ctdb/source --import ./register.mjs main.ts
const options = {
  swcrc: false,
  sourceMaps: 'inline',
  module: { type: 'es6' },
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    target: 'es2024',
    experimental: { keepImportAttributes: true },
  },
};

const isSource = (url) => url?.endsWith('.ts') && !url.includes('/node_modules/');

registerHooks({
  resolve: (specifier, context, next) => {
    const isOurs = specifier.startsWith('.') && isSource(context.parentURL);
    return next(isOurs ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
  load: (url, context, next) => {
    if (!isSource(url)) return next(url, context);
    const filename = fileURLToPath(url);
    const { code } = transformSync(readFileSync(filename, 'utf8'), { ...options, filename });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
