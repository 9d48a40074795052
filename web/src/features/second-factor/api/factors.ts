import { useQuery, useQueryClient } from '@tanstack/react-query';
import { currentQuery, routes } from '@/lib/api';

/** Under one key, so that a change of the account loads both again. */
const queryKey = ['own-account'];

/** The own second factors. */
export const useFactors = () => useQuery(currentQuery([...queryKey, 'factors'], routes.getFactors));

/** The own e-mail address and language, which an owner may change. */
export const useContact = () => useQuery(currentQuery([...queryKey, 'contact'], routes.getContact));

/** Loads both again after a change. */
export const useReloadAccount = () => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey });
};
