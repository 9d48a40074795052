import { vi } from 'vitest';

/** Mocks the time zone of the device until the mocks are restored. */
export const mockTimeZone = (timeZone: string): void => {
  const real = new Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...real, timeZone });
};
