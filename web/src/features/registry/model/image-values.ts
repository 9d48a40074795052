import { imageInput } from '@ctdb/contracts';
import { z } from 'zod';

const { type, title, titleKn, description, descriptionKn } = imageInput.shape;

/** Form values of an image: all fields are present. */
export const imageValues = z.strictObject({
  type: type.unwrap(),
  title,
  titleKn: titleKn.unwrap(),
  description: description.unwrap(),
  descriptionKn: descriptionKn.unwrap(),
});
export type ImageValues = z.infer<typeof imageValues>;
