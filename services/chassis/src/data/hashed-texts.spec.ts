import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { Types } from 'mongoose';
import { hashedTexts } from './hashed-texts.js';

it('a text is recognised in its own field of its own record', () => {
  const id = new Types.ObjectId();
  const hashOf = (text: string) =>
    createHash('sha256')
      .update(`${id.toHexString()} title ${text}`)
      .digest('base64url')
      .slice(0, 10);
  const isOld = hashedTexts(hashOf('Chest') + hashOf('ಎದೆ'));
  expect(isOld(id, 'title', 'Chest')).toBe(true);
  expect(isOld(id, 'title', 'ಎದೆ')).toBe(true);
  expect(isOld(id, 'title', 'chest')).toBe(false);
  expect(isOld(id, 'content', 'Chest')).toBe(false);
  expect(isOld(new Types.ObjectId(), 'title', 'Chest')).toBe(false);
});
