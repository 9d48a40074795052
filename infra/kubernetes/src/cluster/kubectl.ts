import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { KubernetesObject } from '../manifests/kubernetes-object.ts';

interface KubectlResult {
  ok: boolean;
  stdout: string;
  /** Without the lines that client libraries log. */
  stderr: string;
}

const LIBRARY_LINE = /^[EWI]\d{4} .*$\n?/gm;

/** Runs kubectl (or KUBECTL) with the cluster of KUBECONFIG. */
export const kubectl = (args: string[], input = ''): Promise<KubectlResult> =>
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

/** Runs kubectl and throws if it fails. */
export const kubectlOrThrow = async (args: string[], input = ''): Promise<string> => {
  const { ok, stdout, stderr } = await kubectl(args, input);
  if (!ok) throw new Error(`kubectl ${args.join(' ')}: ${stderr}`);
  return stdout;
};

/** Formats objects for kubectl's input. */
export const toList = (items: KubernetesObject[]): string =>
  JSON.stringify({ apiVersion: 'v1', kind: 'List', items });

/** Reads all objects of these kinds (`pods,nodes`), of one namespace or of the cluster. */
export const get = async (kinds: string, namespace?: string): Promise<KubernetesObject[]> => {
  const place = namespace === undefined ? [] : ['-n', namespace];
  const text = await kubectlOrThrow(['get', kinds, ...place, '-o', 'json']);
  return (JSON.parse(text) as { items: KubernetesObject[] }).items;
};

const POLL_INTERVAL_MS = 1_000;

/** The limit of one step; K8S_TIMEOUT is in seconds. */
const TIMEOUT_MS = Number(process.env['K8S_TIMEOUT'] ?? 300) * 1_000;

/** Polls until `check` returns an empty string; returns the last error after the timeout. */
export const waitUntilOk = async (check: () => Promise<string>): Promise<string> => {
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    const error = await check();
    if (error === '' || Date.now() > end) return error;
    await pause(POLL_INTERVAL_MS);
  }
};

const commands: string[][] = [];

/** Registers the kubectl arguments that undo a change of the cluster. */
export const onCleanup = (...args: string[]): void => void commands.push(args);

/** Undoes all changes, the last one first; returns the errors. */
export const runCleanup = async (): Promise<string> => {
  const errors: string[] = [];
  for (let args = commands.pop(); args; args = commands.pop()) {
    const { ok, stderr } = await kubectl(args);
    if (!ok) errors.push(stderr);
  }
  return errors.join(' ');
};

// An interrupted test restores the cluster, too.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    console.log('restoring the cluster');
    void runCleanup().then(() => process.exit(130));
  });
