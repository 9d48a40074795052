import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** All that the build's environment may hold; no address and no secret of ours is among it. */
const PASSED_ON = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'];

/** The build ends when its worker does, however that dies: then its end of the pipe is closed. */
const END_WITH_PARENT =
  "data:text/javascript,process.stdin.on('end',()=>process.exit(1)).on('error',()=>{}).resume().unref()";

/** A program with its arguments, as spawn takes them without a shell. */
export interface BuildCommand {
  program: string;
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
}

/** Vite's program as the project has it installed; undefined where there is none. */
const viteOf = (project: string): string | undefined => {
  if (!existsSync(join(project, 'package.json'))) return undefined;
  try {
    const found = createRequire(join(project, 'package.json')).resolve('vite/package.json');
    return join(dirname(found), 'bin', 'vite.js');
  } catch {
    return undefined;
  }
};

/**
 * How the project is built into `outDir`; undefined where the tools are not there. Nothing that a
 * person typed is asked for, so nothing of it can get into a command.
 */
export const buildCommand = (
  project: string,
  outDir: string,
  from: NodeJS.ProcessEnv = process.env,
): BuildCommand | undefined => {
  const vite = viteOf(project);
  if (vite === undefined) return undefined;
  const passedOn = PASSED_ON.flatMap((name) => (from[name] ? [[name, from[name]]] : []));
  return {
    program: process.execPath,
    args: [`--import=${END_WITH_PARENT}`, vite, 'build', '--outDir', outDir, '--emptyOutDir'],
    cwd: project,
    env: { ...Object.fromEntries(passedOn), NODE_ENV: 'production', NO_COLOR: '1' },
  };
};
