import { useQuery } from '@tanstack/react-query';
import { AccessCode } from '@/components/access-code';
import { accessCodeQuery } from '../api/capture';

/** The access code of an order of this browser; nothing if the server does not show it. */
export function OrderCode({ order }: { order: string }) {
  const { data } = useQuery(accessCodeQuery(order));
  return data ? <AccessCode code={data.accessCode} /> : null;
}
