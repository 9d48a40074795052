import { createServer, type InlineConfig, type Plugin } from 'vite';
import { withImports } from './budget.ts';

type Prerender = typeof import('../src/app/prerender.tsx');
type Site = Awaited<ReturnType<Prerender['prerenderSite']>>;
type Template = import('../src/app/prerender.tsx').Template;

const SOURCE = '/src/app/prerender.tsx';

const renderSite = async (config: InlineConfig) => {
  const server = await createServer({
    ...config,
    configFile: false,
    mode: 'production',
    appType: 'custom',
    logLevel: 'warn',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
  });
  try {
    return await ((await server.ssrLoadModule(SOURCE)) as Prerender).prerenderSite();
  } finally {
    await server.close();
  }
};

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const replaceOnce = (html: string, pattern: RegExp, text: string): string => {
  if (!pattern.test(html)) throw new Error(`index.html has no ${pattern.source}`);
  return html.replace(pattern, () => text);
};

/** Takes the program out of the page: boot.js loads it when the page is painted. */
const deferProgram = (index: string, files: readonly string[]): string => {
  const tags =
    /\s*<(?:script type="module"|link rel="modulepreload")[^>]*?(?:src|href)="([^"]+)">(?:<\/script>)?/g;
  const program = [...index.matchAll(tags)].map(([, file]) => file);
  return replaceOnce(
    index.replace(tags, ''),
    /(?<=<script src="[^"]*\/boot-[^"]*")/,
    ` data-program="${[...new Set([...program, ...files])].join(' ')}"`,
  );
};

const preload = (index: string, files: readonly string[]): string =>
  replaceOnce(
    index,
    /(?=<\/head>)/,
    files.map((file) => `<link rel="modulepreload" crossorigin href="${file}">\n`).join(''),
  );

/** What search engines and other sites show of a public page. */
const toPublicTags = ({ title, description, canonical }: Template): string => {
  if (canonical === undefined) return '';
  const properties = { type: 'website', title, description, url: canonical };
  return Object.entries(properties)
    .map(([name, value]) => `<meta property="og:${name}" content="${escapeHtml(value)}">\n`)
    .concat(`<link rel="canonical" href="${escapeHtml(canonical)}">\n`)
    .join('');
};

const toPage = (
  index: string,
  template: Template,
  { screenTemplate, valuesPlaceholder, manifest }: Site,
  files: readonly string[],
): string => {
  const { name, language, title, description, html } = template;
  const isSkeleton = name === screenTemplate;
  const skeleton = isSkeleton ? ' data-skeleton' : '';
  const root = `<div id="root"${skeleton} data-values="${valuesPlaceholder}">${html}</div>`;
  let page = isSkeleton ? preload(index, files) : deferProgram(index, files);
  const manifestTag = `<link rel="manifest" href="${manifest}">\n`;
  page = replaceOnce(page, /(?=<\/head>)/, toPublicTags(template) + manifestTag);
  page = replaceOnce(page, /(?<=<html lang=")en/, language);
  page = replaceOnce(page, /(?<=<title>)[^<]*/, escapeHtml(title));
  page = replaceOnce(page, /(?<=name="description"\s+content=")[^"]*/, escapeHtml(description));
  return replaceOnce(page, /<div id="root"><\/div>/, root);
};

/**
 * Renders the public pages in both languages into templates, in which the gateway inserts the values
 * of the installation. A template names the program and the texts of its page.
 */
export const prerender = (config: InlineConfig): Plugin => ({
  name: 'prerender',
  apply: 'build',
  generateBundle: {
    // After Vite has written index.html.
    order: 'post',
    async handler(_options, bundle) {
      const index = bundle['index.html'];
      if (index?.type !== 'asset') throw new Error('there is no index.html');
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const named = (end: string): string => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(end));
        if (!chunk) this.error(`${end} is in no file of its own`);
        return chunk.fileName;
      };
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const site = await renderSite(config);
      for (const template of site.templates) {
        const { file, texts } = template;
        const page = file ? [named(file)] : [];
        const locales = ['common', 'errors', ...texts].map((name) =>
          named(`/${template.language}/${name}.json`),
        );
        this.emitFile({
          type: 'asset',
          fileName: template.path.slice(1),
          source: toPage(
            String(index.source),
            template,
            site,
            [...withImports(byName, [...page, ...locales])].map((name) => `/${name}`),
          ),
        });
      }
      const { path, text } = site.screens;
      this.emitFile({ type: 'asset', fileName: path.slice(1), source: text });
    },
  },
});
