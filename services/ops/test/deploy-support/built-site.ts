import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  getTemplatePath,
  locales,
  paymentMode,
  prerenderedPages,
  SITE_MANIFEST,
  templatesByPaymentMode,
} from '@ctdb/contracts';

export const sha256 = (data: string): string => createHash('sha256').update(data).digest('hex');

const names = ['screen', ...Object.values(prerenderedPages)].flatMap((name) =>
  templatesByPaymentMode.includes(name)
    ? paymentMode.options.map((mode) => `${name}.${mode}`)
    : [name],
);

/** The files of a small site, each page with one script. */
const filesOf = (mark: string): Map<string, string> => {
  const script = `/assets/app-${mark}.js`;
  const page = `<!doctype html><title>Small</title><script src="${script}"></script>`;
  const pages = locales.flatMap((language) =>
    names.map((name) => [getTemplatePath(language, name), page] as const),
  );
  const font = ['/assets/fonts/kannada-a1.woff2', 'font'] as const;
  return new Map([['/index.html', page], [script, mark], font, ...pages]);
};

/** A small built site in a folder of its own. */
export class BuiltSite {
  /** The id of the site. */
  id = '';

  private constructor(readonly folder: string) {}

  static async create(mark: string): Promise<BuiltSite> {
    const site = new BuiltSite(await mkdtemp(join(tmpdir(), 'built-site-')));
    await site.build(mark);
    return site;
  }

  /** Writes all files but some; returns the id of the site. */
  async build(mark: string, without: readonly string[] = []): Promise<string> {
    const files = [...filesOf(mark)].filter(([path]) => !without.includes(path));
    for (const [path, text] of files) await this.write(path, text);
    const list = files.map(([path, text]) => ({
      path,
      sha256: sha256(text),
      bytes: Buffer.byteLength(text),
    }));
    const manifest = JSON.stringify({ files: list });
    await this.write(SITE_MANIFEST, manifest);
    this.id = sha256(manifest);
    return this.id;
  }

  async write(path: string, text: string): Promise<void> {
    await mkdir(dirname(join(this.folder, path)), { recursive: true });
    await writeFile(join(this.folder, path), text);
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
