import { kubectl } from './kubectl.ts';

const EXPLAINED = `npm run test:k8s needs
  kubectl       on PATH, or its path in KUBECTL
  a cluster     the one that KUBECONFIG names: with at least two nodes that take pods, and rights to
                make namespaces and to cordon nodes. It may be a shared one: everything happens in
                namespaces of its own, which are removed afterwards, and only our own pods are evicted.
  definitions   of the Gateway API, cert-manager and KEDA; or a folder with them in K8S_CRDS, from which
                what is missing is made, and removed afterwards
  for real pods images that the nodes can pull, and for the overlay production the Secrets that it names
                (a file with them in K8S_SECRETS) and the servers that they lead to
  simulated nodes (kwok) make no volumes: K8S_VOLUMES=made-up gives each claim one that is never used
K8S_TIMEOUT (300) is how many seconds one step may take; names of overlays run only those.`;

/** What is missing to begin at all; empty where nothing is. */
export const missing = async (): Promise<string> => {
  const client = await kubectl(['version', '--client', '-o', 'json']);
  if (!client.ok) return `there is no kubectl (${client.stderr})\n${EXPLAINED}`;
  if (!process.env['KUBECONFIG'])
    return `KUBECONFIG names no cluster: it is not guessed\n${EXPLAINED}`;
  const server = await kubectl(['version', '-o', 'json', '--request-timeout=10s']);
  if (!server.ok) return `the cluster does not answer (${server.stderr})\n${EXPLAINED}`;
  return '';
};
