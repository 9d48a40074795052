import { expect, it } from 'vitest';
import { exponentialDelays } from './throttle.service.js';

it('doubling delays doubles from one second to a quarter of an hour', () => {
  expect(exponentialDelays(1_000, 900_000)).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 512_000, 900_000,
  ]);
});

it('doubling delays ends exactly at the longest delay', () => {
  expect(exponentialDelays(1_000, 4_000)).toEqual([1_000, 2_000, 4_000]);
  expect(exponentialDelays(1_000, 1_000)).toEqual([1_000]);
  expect(exponentialDelays(5_000, 1_000)).toEqual([1_000]);
});
