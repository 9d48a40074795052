import { randomUUID } from 'node:crypto';
import type { ObjectStore, StoredFile } from '@ctdb/chassis/storage';
import { formatInfo } from '../pictures/inspect-image.js';
import type { Encoded, Renditions } from '../pictures/image-processor.js';
import { IMAGES_PREFIX } from '../storage/bucket.js';
import type { ImageRecord } from './image.record.js';

/** Describes what an image has once its objects are stored. */
export type ReadyFields = Required<Pick<ImageRecord, 'filename' | 'width' | 'height' | 'files'>>;

/** Stores the objects of an image under a new name. The record has to follow. */
export const storeRenditions = async (
  store: ObjectStore,
  { width, height, ...renditions }: Renditions,
): Promise<ReadyFields> => {
  const name = randomUUID();
  const put = (size: string, { bytes, kind }: Encoded): Promise<StoredFile> => {
    const { extension, contentType } = formatInfo[kind];
    return store.put(`${IMAGES_PREFIX}${name}/${size}.${extension}`, bytes, contentType);
  };
  const [master, display, thumb] = await Promise.all([
    put('master', renditions.master),
    put('display', renditions.display),
    put('thumb', renditions.thumb),
  ]);
  const filename = `${name}.${formatInfo[renditions.master.kind].extension}`;
  return { filename, width, height, files: { master, display, thumb } };
};

/** Removes objects of which no record is stored. */
export const removeFiles = (store: ObjectStore, files: ReadyFields['files']): Promise<void> =>
  store.remove(Object.values(files).map(({ key }) => key));
