import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Where the site's own project finds it. */
const vite = dirname(
  createRequire(new URL('../../../../web/package.json', import.meta.url)).resolve(
    'vite/package.json',
  ),
);

/** How the next build is made. */
export interface Manner {
  isReal?: boolean;
  slowMs?: number;
  lines?: number;
  isBroken?: boolean;
}

const config = `
console.log('SECRET=' + process.env.S3_SECRET_KEY + ' MONGO=' + process.env.MONGODB_URI);
export default { build: { assetsInlineLimit: 0 } };
`;

/** Stands in for Vite, and takes a tenth of its time; a real build is made by Vite. */
const standIn = `
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
const { isReal, slowMs = 0, lines = 0, isBroken } = JSON.parse(readFileSync('manner.json', 'utf8'));
await new Promise((resolve) => setTimeout(resolve, slowMs));
for (let line = 0; line < lines; line += 1)
  console.log('\\u001b[31mline ' + line + ' ' + 'x'.repeat(1_900) + '\\u001b[0m\\u0007');
if (isBroken) throw new Error('this build is broken');
if (isReal) await import('${vite}/bin/vite.js');
else {
  const folder = process.argv[process.argv.indexOf('--outDir') + 1];
  mkdirSync(folder + '/assets', { recursive: true });
  writeFileSync(folder + '/index.html', '<!doctype html><title>Small</title>');
  writeFileSync(folder + '/assets/look-1.css', 'body { color: teal; }');
}
`;

const write = async (folder: string, files: Record<string, string>): Promise<void> => {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
};

/** A small project that is built in a moment. */
export class WebProject {
  private constructor(readonly folder: string) {}

  static async create(): Promise<WebProject> {
    const project = new WebProject(await mkdtemp(join(tmpdir(), 'web-project-')));
    await write(project.folder, {
      'package.json': '{"name":"small-site","private":true,"type":"module"}',
      'vite.config.mjs': config,
      'index.html':
        '<!doctype html><title>Small</title><link rel="icon" href="data:,"><script type="module" src="/src/main.js"></script>',
      'src/main.js':
        "import './look.css';\nimport('./later.js').then(({ text }) => { document.title = text; });",
      'src/later.js': "export const text = 'later';",
      'src/look.css': 'body { color: teal; }',
      'node_modules/vite/package.json': '{"type":"module"}',
      'node_modules/vite/bin/vite.js': standIn,
    });
    await project.behave({});
    return project;
  }

  behave(manner: Manner): Promise<void> {
    return write(this.folder, { 'manner.json': JSON.stringify(manner) });
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
