import { existsSync, readFileSync, statSync } from 'node:fs';
import { enableCompileCache, flushCompileCache, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

// Lets programs and tests start the built code of services, and fixtures and benches import it by its sources' names:
// node --import ./register.mjs bench/fill.ts
// Code that is older than its source is refused, so that a test never kills a process of an older build.
const SOURCE = /(\/services\/[^/]+|\/gateway)\/src\/(.+)\.[jt]s$/;
const BUILT = /(\/services\/[^/]+|\/gateway)\/dist\/(.+)\.js$/;

// What a killed process has compiled is kept, too.
enableCompileCache();
setTimeout(() => flushCompileCache(), 3_000).unref();

const toSource = (url) => fileURLToPath(url.replace(BUILT, '$1/src/$2.ts'));

const isCurrent = (url) => {
  const [built, source] = [fileURLToPath(url), toSource(url)];
  if (!existsSync(built) || !existsSync(source)) return false;
  if (statSync(source).mtimeMs <= statSync(built).mtimeMs) return true;
  // A change that was taken back is no change.
  const { sourcesContent = [] } = JSON.parse(readFileSync(`${built}.map`, 'utf8'));
  return readFileSync(source, 'utf8') === sourcesContent[0];
};

const assertCurrent = (url) => {
  if (BUILT.test(url) && !isCurrent(url))
    throw new Error(`the build is older than the sources: run npm run build (${toSource(url)})`);
};

registerHooks({
  resolve: (specifier, context, next) => {
    // The program itself and what `--import` names have no parent that is TypeScript.
    const isOurs = /^\.{0,2}\//.test(specifier) && context.parentURL?.endsWith('.ts');
    if (!isOurs && !specifier.endsWith('.ts')) return next(specifier, context);
    const { href } = new URL(specifier, context.parentURL);
    const url = SOURCE.test(href)
      ? href.replace(SOURCE, '$1/dist/$2.js')
      : href.replace(/\.js$/, '.ts');
    assertCurrent(url);
    return next(url, context);
  },
  load: (url, context, next) => {
    assertCurrent(url);
    return next(url, context);
  },
});
