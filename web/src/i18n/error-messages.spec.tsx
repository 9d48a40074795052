import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { ErrorState } from '@/components/ui/notice';
import { i18n } from '@/i18n';
import { ApiError } from '@/lib/api';
import { problemReply } from '@/testing/mock-api';
import { renderApp } from '@/testing/render';

it.each([
  ['none', 'ACCESS_REQUIRED_none'],
  ['ended', 'ACCESS_REQUIRED'],
  ['moved', 'ACCESS_REQUIRED_moved'],
] as const)('a refused call says why access is missing: %s', async (reason, key) => {
  for (const language of ['en', 'kn'] as const) {
    const error = await ApiError.from(problemReply(401, 'ACCESS_REQUIRED', { reason }));
    const { unmount } = await renderApp(<ErrorState query={{ error }} />, { language });
    expect(screen.getByText(i18n.t(`errors:${key}`))).toBeTruthy();
    unmount();
  }
});
