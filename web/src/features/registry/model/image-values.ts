import { imageInput } from '@ctdb/contracts';
import { z } from 'zod';

const { type, title, description } = imageInput.shape;

/** What is said of an image, as a form holds it: nothing is absent. */
export const imageValues = z.strictObject({
  type: type.unwrap(),
  title,
  description: description.unwrap(),
});
export type ImageValues = z.infer<typeof imageValues>;
