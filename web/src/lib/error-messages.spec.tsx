import { it } from 'vitest';
import { ErrorState } from '@/components/ui/notice';
import { i18n } from '@/i18n';
import { ApiError } from '@/lib/api';
import { problemReply, renderApp, see } from '@/testing';

it.each([
  ['none', 'ACCESS_REQUIRED_none'],
  ['ended', 'ACCESS_REQUIRED'],
  ['moved', 'ACCESS_REQUIRED_moved'],
] as const)('a refused call says why access is missing: %s', async (reason, key) => {
  const error = await ApiError.from(problemReply(401, 'ACCESS_REQUIRED', { reason }));
  await renderApp(<ErrorState query={{ error }} />, { language: 'kn' });
  await see(i18n.t(`errors:${key}`));
});
