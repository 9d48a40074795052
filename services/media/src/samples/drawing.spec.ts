import { expect, it } from 'vitest';
import { findBodyAreas } from './drawing.js';

it('an area of the body is found by its English words', () => {
  expect(findBodyAreas('Chest')).toHaveLength(1);
  expect(findBodyAreas('Knee, front and sides')).toHaveLength(2);
  expect(findBodyAreas('Elbows, knees or back')).toHaveLength(4);
  expect(findBodyAreas('Lower back')).not.toEqual(findBodyAreas('Upper back'));
  expect(findBodyAreas('Cheeks and bridge of the nose')).toEqual(
    findBodyAreas('Face, eyes covered'),
  );
});

it('an area of the body is the whole body where no place is named', () => {
  for (const area of ['Room light, sitting', 'Whole body', 'Dim bedside light', 'Itching area'])
    expect(findBodyAreas(area)).toEqual([]);
  // Where the light fills the room, it matters not that eyes are closed.
  expect(findBodyAreas('Dim room light, eyes closed')).toEqual([]);
});
