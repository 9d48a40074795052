import type {
  DeploymentStage,
  DeploymentStatus,
  ResponseOf,
  routes as contracts,
} from '@ctdb/contracts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLanguage } from '@/lib/language';
import { call, pagedQuery, routes } from '@/lib/api';

/** Poll interval of a running deployment. */
export const POLL_MS = 2_000;

/** The deployment that was started, or that runs already. */
export type StartedDeployment = ResponseOf<typeof contracts.startDeployment>;

/** What a part gets that starts deployments. */
export interface StartProps {
  /** A deployment is running, so no other one can start. */
  running: boolean;
  /** `text` says that it was started. */
  onStarted: (started: StartedDeployment, text: string) => void;
}

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
  useQuery(pagedQuery(['deployments', 'list'], routes.listDeployments, { page, limit: 10 }));

/** Reloads the history and the releases. */
export const useRefreshHistory = () => {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: ['deployments', 'list'] });
    void client.invalidateQueries({ queryKey: ['deployments', 'releases'] });
  };
};

/** Checks DNS and TLS of a deployment's domain again. */
export const useVerifyDeployment = (id: string) => {
  const client = useQueryClient();
  const language = useLanguage();
  const refresh = useRefreshHistory();
  return async (): Promise<DeploymentStatus> => {
    const status = await call(routes.verifyDeployment, { params: { id } });
    client.setQueryData(['deployments', 'one', id, language], status);
    refresh();
    return status;
  };
};
