import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

// Decorators become calls of @oxc-project/runtime. Lets Node run benches, and what they import of services, from the sources, as `tsconfig.json` has it:
// node --import ./register.mjs bench/fill.ts
registerHooks({
  resolve: (specifier, context, next) => {
    const isOurs = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
    return next(isOurs ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
  load: (url, context, next) => {
    if (!url.endsWith('.ts')) return next(url, context);
    const file = fileURLToPath(url);
    const { code, errors } = transformSync(file, readFileSync(file, 'utf8'), { tsconfig: true });
    if (errors.length > 0) throw new Error(errors.join('\n'));
    return { format: 'module', shortCircuit: true, source: code };
  },
});
