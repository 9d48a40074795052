import { useMutation } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';

/** Translates an English text into Kannada. */
export const useTranslate = () =>
  useMutation({ mutationFn: (text: string) => call(routes.translate, { body: { text } }) });
