import { useMutation } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';

/** Changes the password; the server then ends every session of this administrator. */
export const useChangePassword = () =>
  useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      call(routes.changePassword, { body }),
  });
