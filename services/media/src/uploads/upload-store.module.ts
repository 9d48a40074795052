import { Module } from '@nestjs/common';
import { UploadsRepository } from './uploads.repository.js';

/** The records of uploads; both processes use them. */
@Module({ providers: [UploadsRepository], exports: [UploadsRepository] })
export class UploadStoreModule {}
