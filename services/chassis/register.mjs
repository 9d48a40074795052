import { readFileSync, statSync } from 'node:fs';
import { enableCompileCache, flushCompileCache, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

// Lets programs and tests start the built code of services, and fixtures and benches import it by its sources' names:
// node --import ./register.mjs bench/fill.ts
// Code that is older than its source is refused, so that a test never kills a process of an older build.
const SOURCE = /(\/services\/[^/]+|\/gateway)\/src\/(.+)\.[jt]s$/;
const BUILT = /(\/services\/[^/]+|\/gateway)\/dist\/(.+)\.js$/;

// What a killed process has compiled is kept, too.
enableCompileCache();
setTimeout(flushCompileCache, 3_000).unref();

const mapOf = (path) => JSON.parse(readFileSync(`${path}.map`, 'utf8'));

const assertCurrent = (built, source) => {
  if (statSync(source).mtimeMs <= statSync(built).mtimeMs) return;
  // A change that was taken back is no change.
  if (readFileSync(source, 'utf8') === mapOf(built).sourcesContent?.[0]) return;
  throw new Error(`the build is older than the sources: run npm run build (${source})`);
};

registerHooks({
  resolve: (specifier, given, next) => {
    const conditions = given.conditions.filter((each) => each !== '@ctdb/source');
    const context = { ...given, conditions };
    // The program itself and what `--import` names have no parent that is TypeScript.
    const isOurs = /^\.{0,2}\//.test(specifier) && context.parentURL?.endsWith('.ts');
    if (!isOurs && !specifier.endsWith('.ts')) return next(specifier, context);
    const { href } = new URL(specifier, context.parentURL);
    const isBuilt = SOURCE.test(href);
    return next(
      isBuilt ? href.replace(SOURCE, '$1/dist/$2.js') : href.replace(/\.js$/, '.ts'),
      context,
    );
  },
  load: (url, context, next) => {
    if (BUILT.test(url))
      assertCurrent(fileURLToPath(url), fileURLToPath(url.replace(BUILT, '$1/src/$2.ts')));
    return next(url, context);
  },
});
