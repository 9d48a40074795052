import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { KubernetesObject } from '../manifests/kubernetes-object.ts';
import { documentsIn, overlayFolder, repository } from '../manifests/kustomize-build.ts';
import { apply, provideDefinitions, setNamespace } from './apply.ts';
import { kubectlOrThrow, onCleanup } from './kubectl.ts';
import type { TestReport } from './report.ts';

const COMPONENT = join(repository, 'k8s/components/custom-domain');
const ACCOUNT_KINDS = ['Role', 'RoleBinding', 'ServiceAccount'];
const GATEWAY_KINDS = ['Gateway', 'HTTPRoute', 'Issuer', 'Certificate'];

/** Kinds that only cert-manager makes. */
const ISSUING = [
  ['cert-manager.io/v1', 'CertificateRequest'],
  ['acme.cert-manager.io/v1', 'Order'],
  ['acme.cert-manager.io/v1', 'Challenge'],
].map(([apiVersion = '', kind = '']) => ({ apiVersion, kind, metadata: { name: '' } }));

/** Renders the overlay production with the component. */
const render = async (folder: string): Promise<KubernetesObject[]> => {
  const paths = [overlayFolder('production'), COMPONENT].map((path) => relative(folder, path));
  const text = [
    'apiVersion: kustomize.config.k8s.io/v1beta1',
    'kind: Kustomization',
    'namespace: colour-therapy',
    `resources: [${paths[0] ?? ''}]`,
    `components: [${paths[1] ?? ''}]`,
  ].join('\n');
  await writeFile(join(folder, 'kustomization.yaml'), text);
  return documentsIn(await kubectlOrThrow(['kustomize', folder])) as KubernetesObject[];
};

interface Rule {
  verbs: string[];
  apiGroups: string[];
  resources: string[];
  resourceNames?: string[];
}

/** Lines as `patch httproutes.gateway.networking.k8s.io custom-domain`. */
const toLines = (rules: Rule[]): string[] =>
  rules.flatMap(({ verbs, apiGroups, resources, resourceNames = ['*'] }) =>
    verbs.flatMap((verb) =>
      apiGroups.flatMap((group) =>
        resources.flatMap((resource) =>
          resourceNames.map((name) => `${verb} ${resource}.${group} ${name}`),
        ),
      ),
    ),
  );

const READ = [
  'get httproutes.gateway.networking.k8s.io custom-domain',
  'get gateways.gateway.networking.k8s.io public',
  'get certificates.cert-manager.io custom-domain',
  'list certificaterequests.cert-manager.io *',
  'list orders.acme.cert-manager.io *',
  'list challenges.acme.cert-manager.io *',
];
const WRITE = ['create', 'patch', 'delete'].flatMap((verb) => [
  `${verb} httproutes.gateway.networking.k8s.io custom-domain`,
  `${verb} certificates.cert-manager.io custom-domain`,
]);

/** What the API server says that an account may do in a namespace; every account may review itself. */
const rightsOf = async (account: string, namespace: string): Promise<string[]> => {
  const kind = 'SelfSubjectRulesReview';
  const review = { apiVersion: 'authorization.k8s.io/v1', kind, spec: { namespace } };
  const as = `--as=system:serviceaccount:${account}`;
  const text = await kubectlOrThrow(
    ['create', as, '--validate=false', '-f', '-', '-o', 'json'],
    JSON.stringify(review),
  );
  const { status } = JSON.parse(text) as { status: { resourceRules: Rule[] } };
  return toLines(status.resourceRules).filter((line) => !/ selfsubject\w+\./.test(line));
};

const compareRights = async (
  account: string,
  namespace: string,
  wanted: string[],
): Promise<string> => {
  const found = await rightsOf(account, namespace);
  const more = found.filter((line) => !wanted.includes(line));
  const less = wanted.filter((line) => !found.includes(line));
  return [...more.map((line) => `also: ${line}`), ...less.map((line) => `not: ${line}`)].join('; ');
};

/** Writes the files that Kubernetes mounts into a pod of this account. */
const writeAccount = async (folder: string, namespace: string): Promise<NodeJS.ProcessEnv> => {
  const command = 'config view --minify --raw --flatten -o json';
  const view = await kubectlOrThrow(command.split(' '));
  const { clusters } = JSON.parse(view) as {
    clusters: { cluster: { server: string; 'certificate-authority-data': string } }[];
  };
  const [cluster] = clusters;
  if (!cluster) throw new Error('KUBECONFIG names no cluster');
  const { server, 'certificate-authority-data': authority } = cluster.cluster;
  const token = await kubectlOrThrow(['create', 'token', 'ops-worker', '-n', namespace]);
  const files = { token, namespace, 'ca.crt': Buffer.from(authority, 'base64').toString() };
  for (const [name, content] of Object.entries(files))
    await writeFile(join(folder, name), content, { mode: 0o600 });
  const { hostname, port } = new URL(server);
  return {
    KUBERNETES_SERVICE_HOST: hostname,
    KUBERNETES_SERVICE_PORT: port || '443',
    KUBERNETES_ACCOUNT_DIR: folder,
    CLUSTER_NAMESPACE: namespace,
  };
};

/** Runs the tests of the driver in services/ops. */
const runDriverTests = (env: NodeJS.ProcessEnv): string => {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project=cluster'];
  const options = { cwd: repository, env: { ...process.env, ...env } };
  const { status, signal } = spawnSync(process.execPath, args, { ...options, stdio: 'inherit' });
  return status === 0 ? '' : `ended with ${status ?? signal ?? 'an error'}`;
};

/** The component custom-domain, its rights, and the driver of deployments with them. */
export const testCustomDomain = async (namespace: string, report: TestReport): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'custom-domain-'));
  try {
    const all = setNamespace(await render(folder), namespace);
    const objects = all.filter(
      ({ kind, metadata }) =>
        kind === 'Namespace' ||
        GATEWAY_KINDS.includes(kind) ||
        (ACCOUNT_KINDS.includes(kind) && /^(ops|custom-domain)/.test(metadata.name)) ||
        metadata.name === 'allow-ops-to-api-server',
    );
    if (!(await provideDefinitions([...objects, ...ISSUING], report))) return;
    onCleanup('delete', 'namespace', namespace, '--ignore-not-found', '--timeout=180s');
    if (!(await apply(objects, report))) return;
    const own = (name: string) => `${namespace}:${name}`;
    report.check(
      'ops-worker may write one route and one certificate, read what became of them, and no Secret',
      await compareRights(own('ops-worker'), namespace, [...READ, ...WRITE]),
    );
    report.check('ops may only read them', await compareRights(own('ops'), namespace, READ));
    report.check(
      'both may do nothing in another namespace',
      await compareRights(own('ops-worker'), 'default', []),
    );
    report.check('the driver', runDriverTests(await writeAccount(folder, namespace)));
  } finally {
    await rm(folder, { recursive: true });
  }
};
