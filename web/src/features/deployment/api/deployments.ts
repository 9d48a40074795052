import type { DeploymentStage, DeploymentStatus } from '@ctdb/contracts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLanguage } from '@/lib/language';
import { call, callWithHeaders, routes, toPage } from '@/lib/api';

/** Poll interval of a running deployment. */
export const POLL_MS = 2_000;
/** Deployments on a page of the history. */
export const HISTORY_PAGE_SIZE = 10;

export const hasEnded = ({ stage }: { stage: DeploymentStage }): boolean =>
  stage === 'completed' || stage === 'failed';

/** Polling errors are only logged, because the next poll follows in two seconds. */
const fetchStatus = async (id: string, signal: AbortSignal): Promise<DeploymentStatus> => {
  try {
    return await call(routes.getDeploymentStatus, { params: { id }, signal });
  } catch (error) {
    // oxlint-disable-next-line no-console -- the specification requires polling errors on the console
    if (!signal.aborted) console.error('the request for the state of the deployment failed', error);
    throw error;
  }
};

/** One deployment, polled while it runs; the server translates its message. */
export const useDeployment = (id: string, follow: boolean) => {
  const language = useLanguage();
  return useQuery({
    queryKey: ['deployments', 'one', id, language],
    queryFn: ({ signal }) => fetchStatus(id, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      !follow || (state.data && hasEnded(state.data)) ? false : POLL_MS,
  });
};

/** One page of deployments, newest first. */
export const useDeployments = (page: number) =>
  useQuery({
    queryKey: ['deployments', 'list', page],
    queryFn: async ({ signal }) => {
      const query = { page: String(page), limit: String(HISTORY_PAGE_SIZE) };
      return toPage(
        await callWithHeaders(routes.listDeployments, { query, signal }),
        HISTORY_PAGE_SIZE,
      );
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

/** Releases available for a rollback, newest first. */
export const useReleases = () =>
  useQuery({
    queryKey: ['deployments', 'releases'],
    queryFn: ({ signal }) => call(routes.listReleases, { signal }),
    refetchOnMount: 'always',
  });

/** Reloads the history and the releases. */
export const useRefreshHistory = () => {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: ['deployments', 'list'] });
    void client.invalidateQueries({ queryKey: ['deployments', 'releases'] });
  };
};

/** Input of a new deployment. */
export interface DeploymentValues {
  projectName: string;
  domain?: string;
}

export const useStartDeployment = () => {
  const refresh = useRefreshHistory();
  return useMutation({
    mutationFn: (body: DeploymentValues) => call(routes.startDeployment, { body }),
    onSettled: refresh,
  });
};

/** Starts a rollback to an earlier release; returns its deployment. */
export const useActivateRelease = () => {
  const refresh = useRefreshHistory();
  return useMutation({
    mutationFn: (id: string) => call(routes.activateRelease, { params: { id } }),
    onSettled: refresh,
  });
};

/** Checks DNS and TLS of a deployment's domain again. */
export const useVerifyDeployment = (id: string) => {
  const client = useQueryClient();
  const language = useLanguage();
  const refresh = useRefreshHistory();
  return useMutation({
    mutationFn: () => call(routes.verifyDeployment, { params: { id } }),
    onSuccess: (status) => {
      client.setQueryData(['deployments', 'one', id, language], status);
      refresh();
    },
  });
};
