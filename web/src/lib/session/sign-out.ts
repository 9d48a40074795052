import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { call, routes } from '@/lib/api';
import { clearAdminToken } from '@/lib/api/admin-token';
import { clearDrafts } from '@/lib/draft-store';

/** Ends the administrator's session here and on the server, and goes to the landing page. */
export const useSignOut = () => {
  const navigate = useNavigate();
  return useCallback(async () => {
    // Signing out must work without a connection too; the token then ends by itself.
    await call(routes.signOut).catch(() => undefined);
    clearAdminToken();
    clearDrafts();
    await navigate('/');
  }, [navigate]);
};
