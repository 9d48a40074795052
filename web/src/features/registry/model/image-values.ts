import { imageInput } from '@ctdb/contracts';
import { z } from 'zod';

const { type, title, description } = imageInput.shape;

/** Form values of an image: all fields are present. */
export const imageValues = z.strictObject({
  type: type.unwrap(),
  title,
  description: description.unwrap(),
});
export type ImageValues = z.infer<typeof imageValues>;
