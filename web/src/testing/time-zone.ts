import { jest } from '@jest/globals';

/** Lets the device keep the time of `timeZone`, until the mocks are restored. */
export const mockTimeZone = (timeZone: string): void => {
  const real = new Intl.DateTimeFormat().resolvedOptions();
  jest
    .spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
    .mockReturnValue({ ...real, timeZone });
};
