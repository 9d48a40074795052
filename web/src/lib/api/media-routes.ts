import type { mediaRoutes as contracts } from '@ctdb/contracts';
import type { Endpoint } from './routes';

type Contracts = typeof contracts;
/** Routes about images and backups. */
export type MediaRouteName = keyof Contracts;

/** As `routes`, for what is about images: the first view of the registry does without them. */
export const mediaRoutes: {
  readonly [K in Exclude<MediaRouteName, 'getUpload'>]: Endpoint<Contracts[K]>;
} = {
  uploadImage: { method: 'POST', path: '/api/treatments/images' },
  updateImage: { method: 'PUT', path: '/api/treatments/images/{id}' },
  deleteImage: { method: 'DELETE', path: '/api/treatments/images/{id}' },
  listDeletedImages: { method: 'GET', path: '/api/trash/images' },
  restoreImage: { method: 'POST', path: '/api/trash/images/{id}/restore' },
  fixImages: { method: 'POST', path: '/api/admin/fix-images' },
  getImageHealth: { method: 'GET', path: '/api/admin/image-health' },
  getBackupStatus: { method: 'GET', path: '/api/backup/status' },
  getMediaQueues: { method: 'GET', path: '/api/media/queues' },
  startFullBackup: { method: 'POST', path: '/api/backup/full' },
  startRestore: { method: 'POST', path: '/api/backup/restore' },
  startDrill: { method: 'POST', path: '/api/backup/drill' },
  getBackupLog: { method: 'GET', path: '/api/backup/{id}' },
};
