import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'rolldown';

/** Loaded from its own folder: native code. */
const NATIVE = ['@napi-rs/canvas', '@node-rs/argon2', 'sharp'];

/** Nest asks for these where they are installed; here they are not. */
const NOT_INSTALLED =
  /^(@fastify\/(static|view)|@nestjs\/(websockets|platform-express)|@nats-io\/transport-node|@grpc\/.+|class-(transformer|validator)|kafkajs|mqtt|nats)(\/|$)/;

/** How Nest asks for a package when it needs it. A bundle has it, too. */
const LAZY = /createRequire\(import\.meta\.url\)\((['"][^'"]+['"])\)/g;

const { programs = [] } = JSON.parse(readFileSync('package.json', 'utf8'));
const sources = [
  ...programs.map((name) => `src/${name}.ts`),
  ...globSync('src/testing/*.program.ts'),
];

/**
 * Builds the programs of the project in the working directory. A process reads a few files instead of 2,700: it starts
 * three times as fast. Chunks lie directly in `dist`, so that `import.meta.url` has the depth of `config.ts`.
 */
export default defineConfig({
  input: Object.fromEntries(
    sources.map((file) => [file.slice('src/'.length, -'.ts'.length), file]),
  ),
  platform: 'node',
  tsconfig: `${import.meta.dirname}/tsconfig.base.json`,
  external: [...NATIVE, NOT_INSTALLED],
  onLog: (level, log, handle) => handle(log.code === 'UNRESOLVED_IMPORT' ? 'error' : level, log),
  plugins: [
    {
      // Traces show our sources. Maps of packages would take 70 MB in each process.
      name: 'no-maps-of-packages',
      transform: {
        filter: { id: /node_modules/ },
        handler: (code) => ({ code: code.replace(LAZY, 'require($1)'), map: { mappings: '' } }),
      },
      generateBundle(_options, bundle) {
        for (const { fileName, code = '' } of Object.values(bundle))
          for (const [, name = ''] of code.matchAll(LAZY))
            this.error(`${fileName} asks for ${name}, which its image does not have`);
      },
    },
  ],
  output: {
    dir: 'dist',
    cleanDir: true,
    chunkFileNames: '[name].js',
    keepNames: true,
    sourcemap: true,
    // A process keeps the text of its program: without comments it is a third shorter, and ASCII takes one byte a letter.
    comments: false,
    charset: 'ascii',
  },
});
