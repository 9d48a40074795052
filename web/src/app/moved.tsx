import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

/** An address that has become part of another. Not Navigate, which would join the first view. */
export function Moved({ to }: { to: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(to, { replace: true }), [navigate, to]);
  return null;
}
