import { useMutation } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';
import { startAdminSession } from '@/lib/api/admin-token';

/** Signs in and keeps the token; everything cached is asked for again. */
export const useSignIn = () =>
  useMutation({
    mutationFn: (body: { username: string; password: string }) => call(routes.signIn, { body }),
    onSuccess: ({ token }) => startAdminSession(token),
  });
