import type { Api } from './api.ts';
import { uniqueName } from './test-data.ts';

/** The password of all persons that the tests invite. */
export const PASSWORD = 'marigold-heron-58';

/** Invites a person of the team who can sign in; returns the name. */
export const joinTeam = async (api: Api, role: string): Promise<string> => {
  const username = uniqueName();
  const { token } = await api.call<{ token: string }>('POST', '/api/people', { username, role });
  await api.call('POST', '/api/people/link/password', { token, password: PASSWORD });
  return username;
};
