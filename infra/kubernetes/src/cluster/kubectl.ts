import { spawn } from 'node:child_process';
import type { KubernetesObject } from '../manifests/kubernetes-object.ts';

/** What became of a call. */
export interface Outcome {
  ok: boolean;
  stdout: string;
  /** Without the lines that client libraries log. */
  stderr: string;
}

const LIBRARY_LINE = /^[EWI]\d{4} .*$\n?/gm;

/** Runs kubectl (or what KUBECTL names) against the cluster that KUBECONFIG names. */
export const kubectl = (args: string[], input = ''): Promise<Outcome> =>
  new Promise((resolve) => {
    const child = spawn(process.env['KUBECTL'] ?? 'kubectl', args);
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', ({ message }) => resolve({ ok: false, stdout, stderr: message }));
    child.on('close', (code) =>
      resolve({ ok: code === 0, stdout, stderr: stderr.replace(LIBRARY_LINE, '').trim() }),
    );
    // It may end without having read everything.
    child.stdin.on('error', () => undefined).end(input);
  });

/** The same where it must work. */
export const mustRun = async (args: string[], input = ''): Promise<string> => {
  const { ok, stdout, stderr } = await kubectl(args, input);
  if (!ok) throw new Error(`kubectl ${args.join(' ')}: ${stderr}`);
  return stdout;
};

/** Objects as kubectl takes them from its input. */
export const listOf = (items: KubernetesObject[]): string =>
  JSON.stringify({ apiVersion: 'v1', kind: 'List', items });

/** The objects of these kinds (`pods,nodes`) that there are, of one namespace or of none. */
export const get = async (kinds: string, namespace?: string): Promise<KubernetesObject[]> => {
  const place = namespace === undefined ? [] : ['-n', namespace];
  const text = await mustRun(['get', kinds, ...place, '-o', 'json']);
  return (JSON.parse(text) as { items: KubernetesObject[] }).items;
};
