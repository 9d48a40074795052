import { expect, it } from 'vitest';
import { Types } from 'mongoose';
import { buildProtocols } from './protocols.js';

const now = new Date('2026-01-02T00:00:00Z');
const texts = {
  color: 'red',
  applicationArea: 'Arm',
  applicationAreaKn: 'ತೋಳು',
  duration: '5 min',
  durationKn: '',
  frequency: 'daily',
  frequencyKn: '',
} as const;
const none = new Map();
const stored = { ...texts, _id: new Types.ObjectId(), createdAt: new Date('2025-01-01T00:00:00Z') };

it('protocols keep identity and day of creation where they have an id', () => {
  const id = stored._id.toHexString();
  expect(buildProtocols([{ ...texts, id, color: 'blue' }], [stored], none, now)).toEqual([
    { ...stored, color: 'blue' },
  ]);
});

it('protocols keep names and shade of an added color, and of one that is removed since', () => {
  const color = new Types.ObjectId().toHexString();
  const look = { nameEn: 'Coral', nameKn: 'ಹವಳ', value: '#ff7f50' };
  const [made] = buildProtocols([{ ...texts, color }], [], new Map([[color, look]]), now);
  expect(made).toMatchObject({ color, colorLook: look });
  const later = buildProtocols([{ ...texts, color }], made ? [made] : [], none, now);
  expect(later).toMatchObject([{ color, colorLook: look }]);
  const faults = [{ path: 'protocols.1.color', code: 'NOT_ALLOWED' }];
  expect(() => buildProtocols([texts, { ...texts, color }], [], none, now)).toThrow(
    expect.objectContaining({ params: { faults } }),
  );
});

it('protocols are new without one, and with one that was removed meanwhile', () => {
  const foreign = new Types.ObjectId();
  const withForeign = { ...texts, id: foreign.toHexString() };
  const made = buildProtocols([texts, withForeign], [stored], none, now);
  expect(made.map(({ createdAt }) => createdAt)).toEqual([now, now]);
  expect(made[0]?._id.equals(stored._id)).toBe(false);
  expect(made[1]?._id.equals(foreign)).toBe(true);
});
