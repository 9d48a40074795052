import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const vite = fileURLToPath(new URL('../../../../web/node_modules/vite', import.meta.url));

/** What the next build does besides building. */
export interface Manner {
  slowMs?: number;
  lines?: number;
  isBroken?: boolean;
}

const config = `
import { readFileSync } from 'node:fs';
const manner = () => JSON.parse(readFileSync(new URL('./manner.json', import.meta.url), 'utf8'));
export default {
  build: { assetsInlineLimit: 0 },
  plugins: [{
    name: 'manner',
    async buildStart() {
      const { slowMs = 0, lines = 0, isBroken = false } = manner();
      await new Promise((resolve) => setTimeout(resolve, slowMs));
      for (let line = 0; line < lines; line += 1) console.log('\\u001b[31mline ' + line + ' ' + 'x'.repeat(500) + '\\u001b[0m\\u0007');
      console.log('SECRET=' + process.env.S3_SECRET_KEY + ' MONGO=' + process.env.MONGODB_URI);
      if (isBroken) throw new Error('this build is broken');
    },
  }],
};
`;

/** A small project that Vite builds in a moment. */
export class WebProject {
  private constructor(readonly folder: string) {}

  static async create(): Promise<WebProject> {
    const folder = await mkdtemp(join(tmpdir(), 'web-project-'));
    const project = new WebProject(folder);
    await mkdir(join(folder, 'node_modules'));
    await mkdir(join(folder, 'src'));
    await symlink(vite, join(folder, 'node_modules', 'vite'));
    const files = {
      'package.json': '{"name":"small-site","private":true,"type":"module"}',
      'vite.config.mjs': config,
      'index.html':
        '<!doctype html><title>Small</title><link rel="icon" href="data:,"><script type="module" src="/src/main.js"></script>',
      'src/main.js':
        "import './look.css';\nimport('./later.js').then(({ text }) => { document.title = text; });",
      'src/later.js': "export const text = 'later';",
      'src/look.css': 'body { color: teal; }',
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    await project.behave({});
    return project;
  }

  async behave(manner: Manner): Promise<void> {
    await writeFile(join(this.folder, 'manner.json'), JSON.stringify(manner));
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
