import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  getTemplatePath,
  locales,
  paymentMode,
  prerenderedPages,
  SCREEN_TEMPLATE,
  SITE_MANIFEST,
  siteManifest,
  templatesByPaymentMode,
  WEB_MANIFEST,
} from '@ctdb/contracts';
import { DeploymentError } from './failure.js';

const incomplete = (message: string, cause?: unknown): DeploymentError =>
  new DeploymentError('buildFailed', message, { cause });

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

/** Reads the list of the built site in `folder`, and compares each file with it. Throws if one differs. */
export const readBundle = async (folder: string) => {
  const manifest = await readFile(join(folder, SITE_MANIFEST)).catch((cause: unknown) => {
    throw incomplete('There is no built site.', cause);
  });
  const { files } = siteManifest.parse(JSON.parse(manifest.toString()));
  for (const { path, ...listed } of files) {
    const content = await readFile(join(folder, path)).catch(() => Buffer.alloc(0));
    if (content.length !== listed.bytes || sha256(content) !== listed.sha256)
      throw incomplete(`${path} is not what was built.`);
  }
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return { folder, hash: sha256(manifest), files, bytes };
};

/** The built site of this version; its hash is the id of the site. */
export type SiteBundle = Awaited<ReturnType<typeof readBundle>>;

const pageNames = [
  SCREEN_TEMPLATE,
  ...[...new Set(Object.values(prerenderedPages))].flatMap((name) =>
    templatesByPaymentMode.includes(name)
      ? paymentMode.options.map((mode) => `${name}.${mode}`)
      : [name],
  ),
];

const LOCAL_REFERENCE = /\s(?:src|href)="(\/[^/"][^"#?]*)/g;

/**
 * Checks the public pages in all languages: each is there, and so is every file that it loads. Returns how many
 * there are.
 */
export const checkPages = async ({ folder, files }: SiteBundle): Promise<number> => {
  // The gateway makes the web app manifest.
  const known = new Set([WEB_MANIFEST, ...files.map(({ path }) => path)]);
  const pages = locales.flatMap((language) =>
    pageNames.map((name) => getTemplatePath(language, name)),
  );
  for (const page of pages) {
    if (!known.has(page)) throw incomplete(`${page} is missing.`);
    const html = await readFile(join(folder, page), 'utf8');
    const missing = [...html.matchAll(LOCAL_REFERENCE)]
      .map(([, path = '']) => path)
      .find((path) => /\.\w+$/.test(path) && !known.has(path));
    if (missing !== undefined) throw incomplete(`${page} names ${missing}, which is missing.`);
  }
  return pages.length;
};
