/** Reads the body of a response; throws if it is larger than `most` bytes. */
export const readLimited = async (response: Response, most: number): Promise<Buffer> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  // A break or an error ends the transfer.
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > most) throw new Error(`the answer has more than ${most} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
};
