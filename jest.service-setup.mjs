import { jest } from '@jest/globals';

// Real servers on two cores: a fault of ours shows again, a starved server does not. Every first failure is printed.
jest.retryTimes(1, { logErrorsBeforeRetry: true });
