import { useMutation, useQuery } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';

/** Whom the link belongs to. */
export const useLinkOwner = (token: string) =>
  useQuery({
    queryKey: ['link', token],
    queryFn: ({ signal }) => call(routes.openLink, { body: { token }, signal }),
    retry: false,
  });

export const useSetPassword = () =>
  useMutation({
    mutationFn: (body: { token: string; password: string }) =>
      call(routes.setPasswordByLink, { body }),
  });
