import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { UserVisibleError } from '../failure.js';
import { LineSplitter } from '../log-writer.js';

/** The only variables that the build gets; no URL and no secret. */
const INHERITED_ENV = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'];

/** The build ends with its worker, even a killed one: then the pipe is closed. */
const EXIT_WITH_PARENT_SCRIPT =
  "data:text/javascript,process.stdin.on('end',()=>process.exit(1)).on('error',()=>{}).resume().unref()";

/** A program with its arguments, as spawn takes them without a shell. */
interface BuildCommand {
  program: string;
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
}

/** Vite's program as the project has it installed; undefined if there is none. */
const findVite = (project: string): string | undefined => {
  if (!existsSync(join(project, 'package.json'))) return undefined;
  try {
    const found = createRequire(join(project, 'package.json')).resolve('vite/package.json');
    return join(dirname(found), 'bin', 'vite.js');
  } catch {
    return undefined;
  }
};

/**
 * The command that builds the project into `outDir`; undefined if Vite is not installed. It takes no
 * user input, so none can get into a command.
 */
export const createViteCommand = (
  project: string,
  outDir: string,
  from: NodeJS.ProcessEnv = process.env,
): BuildCommand | undefined => {
  const vite = findVite(project);
  if (vite === undefined) return undefined;
  const passedOn = INHERITED_ENV.flatMap((name) => (from[name] ? [[name, from[name]]] : []));
  return {
    program: process.execPath,
    args: [
      `--import=${EXIT_WITH_PARENT_SCRIPT}`,
      vite,
      'build',
      '--outDir',
      outDir,
      '--emptyOutDir',
    ],
    cwd: project,
    env: { ...Object.fromEntries(passedOn), NODE_ENV: 'production', NO_COLOR: '1' },
  };
};

/** Runs a build and passes on its output. Rejects if it fails; the signal kills it. */
export const runBuild = (
  { program, args, cwd, env }: BuildCommand,
  log: (line: string) => void,
  signal: AbortSignal,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env,
      shell: false,
      // Standard input stays open and empty: the child ends when it is closed.
      stdio: ['pipe', 'pipe', 'pipe'],
      signal,
      killSignal: 'SIGKILL',
    });
    const splitters = [child.stdout, child.stderr].map((stream) => {
      const splitter = new LineSplitter(log);
      stream.setEncoding('utf8').on('data', (text: string) => splitter.write(text));
      return splitter;
    });
    child.stdin.on('error', () => undefined);
    child.on('error', reject);
    child.on('close', (code, killedBy) => {
      for (const splitter of splitters) splitter.end();
      if (code === 0) resolve();
      else reject(new UserVisibleError(`The build ended with ${killedBy ?? `exit code ${code}`}.`));
    });
  });
